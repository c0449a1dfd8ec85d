import { Type } from 'typebox'
import { listAudit } from '../../domain/audit/list-audit.ts'
import { issueKey } from '../../domain/keys/issue-key.ts'
import type { ApiKey } from '../../domain/keys/key.ts'
import { listKeys } from '../../domain/keys/list-keys.ts'
import { revokeKey } from '../../domain/keys/revoke-key.ts'
import { readOwnWorkspace } from '../../domain/organizations/read-workspace.ts'
import { SCOPES } from '../../domain/scopes.ts'
import { sessionToWire } from '../schemas/embed.ts'
import { answerPage } from '../paging.ts'
import { created, noContent, ok, route } from '../route.ts'
import { AuditEntryBody, auditEntryToWire, KeyBody, MeBody, OrganizationBody } from '../schemas/access.ts'
import { Closed, ListOf, OneOf, PageQuery, PathId, Text } from '../schemas/common.ts'

const tag = 'Access'

function keyToWire(key: ApiKey) {
  return {
    id: key.id,
    name: key.name,
    hint: key.hint,
    role: key.role,
    scopes: [...key.scopes],
    created_at: key.createdAt.toISOString(),
    revoked_at: key.revokedAt?.toISOString() ?? null,
  }
}

export const accessRoutes = [
  route({
    method: 'GET',
    path: '/api/me',
    operationId: 'getMe',
    tag,
    summary: 'Who am I',
    description:
      'The key or the embed session that asks, its workspace and what it may do. One of key_id and session is null.',
    scope: null,
    embed: 'session',
    lane: 'api',
    subscription: false,
    answers: { 200: { description: 'The caller.', body: MeBody } },
    handle: async ({ deps, caller }) => {
      const workspace = await readOwnWorkspace(deps, caller)
      return ok({
        key_id: caller.embed ? null : caller.keyId,
        session: caller.embed && sessionToWire(caller.embed),
        mode: caller.livemode ? 'live' : 'test',
        role: caller.role,
        scopes: [...caller.scopes],
        workspace: {
          id: workspace.id,
          name: workspace.name,
          lifecycle: workspace.lifecycle,
          plan: workspace.plan,
          subscription_status: workspace.subscriptionStatus,
        },
        organization: { id: workspace.organization.id, name: workspace.organization.name },
      })
    },
  }),
  route({
    method: 'GET',
    path: '/api/organizations',
    operationId: 'listOrganizations',
    tag,
    summary: 'List organizations',
    description: 'The organizations that the key reaches: the one that owns its workspace.',
    scope: null,
    lane: 'api',
    subscription: false,
    query: Type.Object(PageQuery()),
    answers: { 200: { description: 'One page.', body: ListOf(OrganizationBody) } },
    problems: ['invalid_cursor'],
    handle: async (context) =>
      ok(
        await answerPage(
          context,
          { name: 'organizations', filters: {} },
          async () => ({ items: [(await readOwnWorkspace(context.deps, context.caller)).organization], next: null }),
          (organization) => ({
            id: organization.id,
            name: organization.name,
            created_at: organization.createdAt.toISOString(),
          }),
        ),
      ),
  }),
  route({
    method: 'GET',
    path: '/api/keys',
    operationId: 'listKeys',
    tag,
    summary: 'List API keys',
    description: 'Revoked ones included; never the keys themselves.',
    scope: 'keys:read',
    lane: 'api',
    subscription: false,
    query: Type.Object(PageQuery()),
    answers: { 200: { description: 'One page.', body: ListOf(KeyBody) } },
    problems: ['invalid_cursor'],
    handle: async (context) =>
      ok(
        await answerPage(
          context,
          { name: 'keys', filters: {} },
          (page) => listKeys(context.deps, context.caller, page),
          keyToWire,
        ),
      ),
  }),
  route({
    method: 'POST',
    path: '/api/keys',
    operationId: 'createKey',
    tag,
    summary: 'Issue an API key',
    description:
      'By an administrator key, for its own workspace, with no scope that it lacks itself. The key is shown once.',
    scope: 'keys:write',
    lane: 'api',
    subscription: false,
    body: Closed({
      name: Text(100),
      role: Type.Optional(OneOf(['member', 'admin'])),
      scopes: Type.Array(OneOf(SCOPES), { uniqueItems: true, maxItems: SCOPES.length }),
    }),
    answers: {
      201: {
        description: 'The key, with its text, which is not kept and cannot be shown again.',
        body: Closed({ ...KeyBody.properties, key: Type.String() }),
      },
    },
    handle: async ({ deps, caller, body }) => {
      const { key, secret } = await issueKey(deps, caller, {
        name: body.name,
        role: body.role ?? 'member',
        scopes: body.scopes,
      })
      return created({ ...keyToWire(key), key: secret })
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/keys/:id',
    operationId: 'revokeKey',
    tag,
    summary: 'Revoke an API key',
    description: 'By an administrator key. It stops working at once.',
    scope: 'keys:write',
    lane: 'api',
    subscription: false,
    params: Closed({ id: PathId('key') }),
    answers: { 204: { description: 'Revoked.', body: null } },
    handle: async ({ deps, caller, params: { id } }) => {
      await revokeKey(deps, caller, id)
      return noContent
    },
  }),
  route({
    method: 'GET',
    path: '/api/audit-log',
    operationId: 'listAuditLog',
    tag,
    summary: 'Read the audit log',
    description:
      'Every write of the workspace, newest first. Each entry carries the hash of the one before it, so that a missing or changed entry shows.',
    scope: 'audit:read',
    lane: 'api',
    subscription: false,
    query: Type.Object(PageQuery()),
    answers: { 200: { description: 'One page.', body: ListOf(AuditEntryBody) } },
    problems: ['invalid_cursor'],
    handle: async (context) => {
      const list = { name: 'audit-log', filters: {} }
      return ok(
        await answerPage(context, list, (page) => listAudit(context.deps, context.caller, page), auditEntryToWire),
      )
    },
  }),
]
