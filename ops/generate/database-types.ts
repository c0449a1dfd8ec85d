/** Given a migrated database, the TypeScript types of its tables, as Kysely wants them. */
import pg from 'pg'

const TYPES: Readonly<Record<string, string>> = {
  uuid: 'string',
  text: 'string',
  int2: 'number',
  int4: 'number',
  int8: 'bigint',
  float8: 'number',
  numeric: 'string',
  bool: 'boolean',
  bytea: 'Buffer',
  date: 'string',
  timestamptz: 'Date',
  json: 'unknown',
  jsonb: 'unknown',
  _text: 'string[]',
  _uuid: 'string[]',
  _int4: 'number[]',
  _float8: 'number[]',
}

interface Column {
  table: string
  name: string
  type: string
  nullable: boolean
  generated: boolean
}

function pascal(name: string): string {
  return name.replaceAll(/(^|_)([a-z0-9])/g, (_match, _gap, letter: string) => letter.toUpperCase())
}

function columnType(column: Column): string {
  const base = TYPES[column.type]
  if (base === undefined) throw new Error(`${column.table}.${column.name}: no TypeScript type for ${column.type}`)
  const whole = column.nullable && base !== 'unknown' ? `${base} | null` : base
  return column.generated ? `Generated<${whole}>` : whole
}

export async function databaseTypes(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<Column>(`
      SELECT c.relname AS table, a.attname AS name, t.typname AS type, NOT a.attnotnull AS nullable,
             (a.atthasdef OR a.attidentity <> '') AS generated
      FROM pg_attribute a
      JOIN pg_class c ON c.oid = a.attrelid AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      JOIN pg_type t ON t.oid = a.atttypid
      WHERE c.relnamespace = 'public'::regnamespace AND a.attnum > 0 AND NOT a.attisdropped
        AND c.relname <> 'migrations'
      ORDER BY c.relname, a.attnum`)
    const tables = Map.groupBy(rows, (row) => row.table)
    const interfaces = [...tables].map(
      ([table, columns]) =>
        `export interface ${pascal(table)} {\n${columns.map((column) => `  ${column.name}: ${columnType(column)}\n`).join('')}}\n`,
    )
    const members = [...tables.keys()].map((table) => `  ${table}: ${pascal(table)}\n`).join('')
    return (
      `/** Generated from the migrated database by npm run generate; not edited by hand. */\n` +
      `import type { Generated } from 'kysely'\n\n${interfaces.join('\n')}\nexport interface DB {\n${members}}\n`
    )
  } finally {
    await client.end()
  }
}
