/** Events as they happen, on a machine that no webhook reaches. Ends after the first finished upload. */
import { followEvents, Tieout } from '@tieout/sdk'

const { TIEOUT_URL = 'http://127.0.0.1:8080', TIEOUT_KEY = '' } = process.env
const tieout = new Tieout({ baseUrl: TIEOUT_URL, apiKey: TIEOUT_KEY })

for await (const { event } of followEvents(tieout, { onOpen: () => console.log('listening') })) {
  console.log(event.type, event.data['document_id'] ?? event.data['job_id'] ?? '')
  if (event.type === 'job.completed') break
}
