/** Rate-limit lanes: how many requests a minute one key has in each. The operator may set others for a key. */
export const LANES = { api: 200, upload: 1000, export: 120, strict: 10 } as const
export type Lane = keyof typeof LANES
export const LANE_WINDOW_SECONDS = 60
