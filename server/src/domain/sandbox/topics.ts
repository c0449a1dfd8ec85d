export const SANDBOX_RESET_TOPIC = 'sandbox-reset'
export const SANDBOX_PURGE_TOPIC = 'sandbox-purge'
