import { Type } from 'typebox'
import { completeIntake } from '../../domain/borrowers/complete-intake.ts'
import { createBorrower } from '../../domain/borrowers/create-borrower.ts'
import { deleteBorrower } from '../../domain/borrowers/delete-borrower.ts'
import { listBorrowers, readBorrower } from '../../domain/borrowers/read-borrower.ts'
import { updateBorrower } from '../../domain/borrowers/update-borrower.ts'
import { answerPage } from '../paging.ts'
import { created, noContent, ok, route } from '../route.ts'
import {
  BorrowerBody,
  borrowerToWire,
  CompleteIntakeBody,
  CreateBorrowerBody,
  toProfile,
  UpdateBorrowerBody,
} from '../schemas/borrowers.ts'
import { Closed, ListOf, PageQuery, PathId } from '../schemas/common.ts'

const tag = 'Borrowers'
const params = Closed({ id: PathId('bor') })

export const borrowerRoutes = [
  route({
    method: 'GET',
    path: '/api/borrowers',
    operationId: 'listBorrowers',
    tag,
    summary: 'List borrowers',
    description: 'The curated list, newest first; with intake=true the borrowers whose intake is not completed.',
    scope: 'borrowers:read',
    lane: 'api',
    subscription: false,
    query: Type.Object({ ...PageQuery(), intake: Type.Optional(Type.Boolean({ default: false })) }),
    answers: { 200: { description: 'One page.', body: ListOf(BorrowerBody) } },
    problems: ['invalid_cursor'],
    handle: async (context) => {
      const intake = context.query.intake ?? false
      const list = { name: 'borrowers', filters: { intake } }
      return ok(
        await answerPage(
          context,
          list,
          (page) => listBorrowers(context.deps, context.caller, { intake, page }),
          borrowerToWire,
        ),
      )
    },
  }),
  route({
    method: 'POST',
    path: '/api/borrowers',
    operationId: 'createBorrower',
    tag,
    summary: 'Create a borrower',
    scope: 'borrowers:write',
    lane: 'api',
    subscription: true,
    body: CreateBorrowerBody,
    answers: { 201: { description: 'The new borrower.', body: BorrowerBody } },
    problems: ['duplicate_external_id'],
    handle: async ({ deps, caller, body }) =>
      created(
        borrowerToWire(await createBorrower(deps, caller, { ...toProfile(body), businessName: body.business_name })),
      ),
  }),
  route({
    method: 'GET',
    path: '/api/borrowers/:id',
    operationId: 'getBorrower',
    embed: 'borrower',
    tag,
    summary: 'Read a borrower',
    scope: 'borrowers:read',
    lane: 'api',
    subscription: false,
    params,
    answers: { 200: { description: 'The borrower.', body: BorrowerBody } },
    handle: async ({ deps, caller, params: { id } }) => ok(borrowerToWire(await readBorrower(deps, caller, id))),
  }),
  route({
    method: 'PATCH',
    path: '/api/borrowers/:id',
    operationId: 'updateBorrower',
    tag,
    summary: 'Change a borrower',
    description: 'Sets the members that are sent. Send the version you read to be told when somebody else was faster.',
    scope: 'borrowers:write',
    lane: 'api',
    subscription: true,
    params,
    body: UpdateBorrowerBody,
    answers: { 200: { description: 'The borrower as it is now.', body: BorrowerBody } },
    problems: ['version_conflict', 'duplicate_external_id'],
    handle: async ({ deps, caller, params: { id }, body }) => {
      const { version, ...profile } = body
      return ok(
        borrowerToWire(await updateBorrower(deps, caller, { borrowerId: id, version, change: toProfile(profile) })),
      )
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/borrowers/:id',
    operationId: 'deleteBorrower',
    tag,
    summary: 'Delete a borrower',
    description: 'With everything that belongs to it. Refused while one of its exports or renders runs.',
    scope: 'borrowers:delete',
    lane: 'api',
    subscription: false,
    params,
    answers: { 204: { description: 'Gone.', body: null } },
    problems: ['busy'],
    handle: async ({ deps, caller, params: { id } }) => {
      await deleteBorrower(deps, caller, id)
      return noContent
    },
  }),
  route({
    method: 'POST',
    path: '/api/borrowers/:id/complete-intake',
    operationId: 'completeIntake',
    tag,
    summary: 'Complete an intake',
    description: 'Names the borrower and moves it from the intake list to the curated one.',
    scope: 'borrowers:write',
    lane: 'api',
    subscription: true,
    params,
    body: CompleteIntakeBody,
    answers: { 200: { description: 'The borrower, no longer an intake.', body: BorrowerBody } },
    problems: ['intake_already_completed'],
    handle: async ({ deps, caller, params: { id }, body }) =>
      ok(borrowerToWire(await completeIntake(deps, caller, { borrowerId: id, businessName: body.business_name }))),
  }),
]
