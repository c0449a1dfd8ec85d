/**
 * The reference of the sdk as a page: what stands in its source and in the OpenAPI document, nothing written twice. Read
 * from the syntax alone, so that it costs no type check.
 */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { format, resolveConfig } from 'prettier'
import ts from 'typescript'
import type { OpenApi } from './client.ts'
import type { GeneratedFile } from './generate.ts'

const PATH = 'docs/reference/sdk.md'
const ENTRIES = { '@tieout/sdk': 'sdk/src/index.ts', '@tieout/sdk/webhooks': 'sdk/src/webhooks.ts' } as const
/** What belongs to a list is said of lists; the operations and their types have a part of their own. */
const GENERATED = /\/generated\//

type Declaration = ts.FunctionDeclaration | ts.ClassDeclaration | ts.InterfaceDeclaration | ts.TypeAliasDeclaration

/** `client` are the generated files of the sdk, as they will be. */
export async function sdkReference(document: OpenApi, client: readonly GeneratedFile[]): Promise<GeneratedFile> {
  const operations = client.find(({ path }) => path.endsWith('/operations.ts'))?.content ?? ''
  const helpers = Object.entries(ENTRIES).flatMap(([name, path]) => [
    `## \`${name}\``,
    ...exportsOf(path).map(({ source, declaration }) => helperText(source, declaration)),
  ])
  const text = [
    '# Reference of the sdk',
    'Made from the source of the sdk and from `contract/openapi.json` by `npm run generate`; not edited by hand. How it is used: [the guide](../guide/sdk.md).',
    ...helpers,
    '## Operations',
    'Methods of `Tieout`, one for each operation of the interface. Each also takes `options` last: `idempotencyKey`, `signal`, `maxRetries`, `timeoutMs`.',
    ...operationsByTag(document, operations),
  ].join('\n\n')
  return { path: PATH, content: await format(text, { ...(await resolveConfig(PATH)), parser: 'markdown' }) }
}

const parse = (path: string, text: string): ts.SourceFile =>
  ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)

/** What a module exports, its own declarations and those it passes on. */
function exportsOf(path: string): { source: ts.SourceFile; declaration: Declaration }[] {
  const source = parse(path, readFileSync(path, 'utf8'))
  return source.statements.flatMap((statement) => {
    if (isDeclaration(statement) && isExported(statement)) return [{ source, declaration: statement }]
    if (!ts.isExportDeclaration(statement) || !statement.moduleSpecifier || !statement.exportClause) return []
    if (!ts.isStringLiteral(statement.moduleSpecifier) || !ts.isNamedExports(statement.exportClause)) return []
    const from = join(dirname(path), statement.moduleSpecifier.text)
    if (GENERATED.test(from)) return []
    const names = statement.exportClause.elements.map((element) => element.name.text)
    return exportsOf(from).filter(({ declaration }) => names.includes(declaration.name?.text ?? ''))
  })
}

const isDeclaration = (node: ts.Node): node is Declaration =>
  ts.isFunctionDeclaration(node) ||
  ts.isClassDeclaration(node) ||
  ts.isInterfaceDeclaration(node) ||
  ts.isTypeAliasDeclaration(node)

const isExported = (node: Declaration): boolean =>
  node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false

function helperText(source: ts.SourceFile, node: Declaration): string {
  const shown = ts.isClassDeclaration(node) ? classText(source, node) : headText(source, node)
  return [`### \`${node.name?.text ?? ''}\``, commentOf(node), `\`\`\`ts\n${shown}\n\`\`\``]
    .filter(Boolean)
    .join('\n\n')
}

/** A declaration without the code that does it. */
function headText(source: ts.SourceFile, node: Exclude<Declaration, ts.ClassDeclaration>): string {
  if (!ts.isFunctionDeclaration(node)) return node.getText(source).replace(/^export /, '')
  const end = node.body?.getStart(source) ?? node.end
  const head = source.text.slice(node.getStart(source), end).trim()
  // What a caller gets of a generator is that it can be iterated.
  return head.replace(/^export (async )?function\*? ?/, 'declare function ')
}

function classText(source: ts.SourceFile, node: ts.ClassDeclaration): string {
  const head = source.text.slice(node.getStart(source), node.members.pos).replace(/^export /, 'declare ')
  const members = node.members.flatMap((member) => {
    if (member.name && ts.isPrivateIdentifier(member.name)) return []
    if (ts.isPropertyDeclaration(member)) return [member.getText(source)]
    return []
  })
  return `${head.trim()}\n${members.map((text) => `  ${text}`).join('\n')}\n}`
}

function commentOf(node: ts.Node): string {
  const [comment] = ts.getJSDocCommentsAndTags(node)
  return comment ? (ts.getTextOfJSDocComment(comment.comment) ?? '') : ''
}

function operationsByTag(document: OpenApi, operations: string): string[] {
  const signatures = signaturesIn(operations)
  const all = Object.entries(document.paths).flatMap(([path, byMethod]) =>
    Object.entries(byMethod).map(([method, operation]) => ({ path, method: method.toUpperCase(), ...operation })),
  )
  return [...Map.groupBy(all, ({ tags }) => tags[0] ?? '')].flatMap(([tag, ofTag]) => [
    `### ${tag}`,
    ofTag
      .map(({ operationId, method, path, summary, 'x-scope': scope }) => {
        const signature = signatures.get(operationId)
        if (signature === undefined) throw new Error(`the client has no method ${operationId}`)
        const needs = scope === null ? 'any key' : `scope \`${scope}\``
        return `- \`${signature}\`<br>${summary}. \`${method} ${path}\`, ${needs}.`
      })
      .join('\n'),
  ])
}

/** The methods of the generated client, each in one line and without its options. */
function signaturesIn(operations: string): ReadonlyMap<string, string> {
  const source = parse('operations.ts', operations)
  const found = new Map<string, string>()
  const visit = (node: ts.Node): void => {
    if (ts.isMethodDeclaration(node)) {
      const name = node.name.getText(source)
      const parameters = node.parameters
        .map((one) => one.getText(source))
        .filter((text) => !text.startsWith('options:'))
      found.set(
        name,
        `${name}(${parameters.join(', ')}): ${node.type?.getText(source) ?? 'void'}`.replaceAll(/\s+/g, ' '),
      )
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}
