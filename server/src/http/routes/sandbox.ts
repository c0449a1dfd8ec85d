import { resetSandbox } from '../../domain/sandbox/reset-sandbox.ts'
import { ok, route } from '../route.ts'
import { SandboxResetBody } from '../schemas/sandbox.ts'

export const sandboxRoutes = [
  route({
    method: 'POST',
    path: '/api/sandbox/reset',
    operationId: 'resetSandbox',
    tag: 'Sandbox',
    summary: 'Put the sandbox back to its seed',
    description:
      'Deletes what test keys have made, work under way and webhook endpoints included, and loads the seed again under new ids. ' +
      'It has happened when it is answered. Keys, the audit log and answers kept under idempotency keys stay. ' +
      'One reset runs at a time; another one meanwhile is a 409.',
    scope: 'sandbox:reset',
    lane: 'strict',
    subscription: false,
    testModeOnly: true,
    answers: { 200: { description: 'The sandbox holds its seed.', body: SandboxResetBody } },
    problems: ['mode_mismatch', 'busy', 'unavailable'],
    handle: async ({ deps, caller }) => {
      const { purgeErrors } = await resetSandbox(deps, caller)
      return ok({
        reset: true,
        sandbox_tenant_present: true,
        reseeded: true,
        external_purge_errors: purgeErrors,
      })
    },
  }),
]
