/** A disk that can be filled up without harm to anybody: a few megabytes of memory on which one database lies. */
import { execFileSync } from 'node:child_process'
import { chownSync, mkdirSync, mkdtempSync, rmSync, statfsSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asSuperuser } from '../../server/test/support/database.ts'

const SIZE = '96m'

export interface SmallDisk {
  /** Takes everything that is free. */
  fill(): void
  free(): void
  close(): Promise<void>
}

/** Null, said aloud, where this user may not mount, or PostgreSQL cannot get there. */
export async function openSmallDisk(database: string): Promise<SmallDisk | null> {
  const folder = mkdtempSync(join(tmpdir(), 'small-disk-'))
  const space = `small_${database}`
  const unmount = (): void => {
    execFileSync('umount', [folder], { stdio: 'pipe' })
    rmSync(folder, { recursive: true })
  }
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE},mode=755`, 'tmpfs', folder], { stdio: 'pipe' })
  } catch {
    rmSync(folder, { recursive: true })
    console.error('no disk can be filled up here: this user may not mount one')
    return null
  }
  try {
    const [row] = await asSuperuser<{ folder: string }>(
      'postgres',
      `SELECT current_setting('data_directory') AS folder`,
    )
    const { uid, gid } = statSync(row?.folder ?? '')
    const place = join(folder, 'space')
    mkdirSync(place, { mode: 0o700 })
    chownSync(place, uid, gid)
    await asSuperuser('postgres', `CREATE TABLESPACE ${space} LOCATION '${place}'`)
    await asSuperuser('postgres', `ALTER DATABASE ${database} SET TABLESPACE ${space}`)
  } catch (error) {
    console.error(`no disk can be filled up here: ${String(error)}`)
    unmount()
    return null
  }
  const filler = join(folder, 'filler')
  return {
    fill: () => {
      const { bavail, bsize } = statfsSync(folder)
      // Written, not only claimed: memory is given page by page.
      writeFileSync(filler, Buffer.alloc(bavail * bsize))
    },
    free: () => {
      truncateSync(filler)
      rmSync(filler)
    },
    close: async () => {
      await asSuperuser('postgres', `DROP TABLESPACE ${space}`)
      unmount()
    },
  }
}
