/** What lies in the object store: for tests that must see that nothing was left there. */
import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import { parseConfig } from '../../src/main/config.ts'
import { testSettings } from './service.ts'

export async function keysUnder(database: string, prefix: string): Promise<string[]> {
  const config = parseConfig(testSettings(database))
  const client = new S3Client({
    endpoint: config.TIEOUT_S3_ENDPOINT,
    region: config.TIEOUT_S3_REGION,
    forcePathStyle: true,
    credentials: { accessKeyId: config.TIEOUT_S3_ACCESS_KEY, secretAccessKey: config.TIEOUT_S3_SECRET_KEY },
  })
  try {
    const keys: string[] = []
    for (let token: string | undefined; ;) {
      const page = await client.send(
        new ListObjectsV2Command({
          Bucket: config.TIEOUT_S3_BUCKET_DOCUMENTS,
          Prefix: prefix,
          ...(token !== undefined && { ContinuationToken: token }),
        }),
      )
      keys.push(...(page.Contents ?? []).map(({ Key }) => Key ?? ''))
      token = page.NextContinuationToken
      if (token === undefined) return keys.sort()
    }
  } finally {
    client.destroy()
  }
}
