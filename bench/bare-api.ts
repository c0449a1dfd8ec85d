/** What the API is measured against: the same list from the same table, by Fastify and pg alone. No gates, no tenant fence. */
import Fastify from 'fastify'
import pg from 'pg'

const LIST = `SELECT * FROM borrowers WHERE workspace_id = $1 AND is_intake = false ORDER BY created_at DESC, id DESC LIMIT 26`

const pool = new pg.Pool({ connectionString: process.env['BARE_DATABASE_URL'], max: 10 })
pool.on('connect', (client) => client.on('error', () => undefined))
pool.on('error', () => undefined)
const app = Fastify()
app.get('/api/borrowers', async (request) => {
  const workspace = request.headers['x-workspace']
  const { rows } = await pool.query(LIST, [workspace])
  return { data: rows.slice(0, 25), limit: 25, next_cursor: null }
})
await app.listen({ host: '127.0.0.1', port: 0 })
const address = app.server.address()
console.log(JSON.stringify({ url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}` }))
