import { Type } from 'typebox'
import { Closed } from './common.ts'

export const SandboxResetBody = Closed(
  {
    reset: Type.Boolean({ description: 'What was there is gone.' }),
    sandbox_tenant_present: Type.Boolean({ description: 'The key has a sandbox.' }),
    reseeded: Type.Boolean({ description: 'The seed is in its place.' }),
    external_purge_errors: Type.Integer({
      minimum: 0,
      description:
        'How many borrowers of before still have files in the object store. No key reaches them, and deleting them is tried again.',
    }),
  },
  { title: 'SandboxReset' },
)
