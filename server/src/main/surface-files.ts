/** Reads the built surfaces into memory: some hundred kilobytes that never change while the process runs. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { SurfaceFile } from '../http/embed-pages.ts'

/** Where `npm run build:embed` puts them. */
export const SURFACE_FOLDER = join(import.meta.dirname, '../../../embed/dist')

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/** Null when nothing was built. */
export function loadSurfaceFiles(folder: string): ReadonlyMap<string, SurfaceFile> | null {
  if (!existsSync(join(folder, 'index.html'))) return null
  const names = globSync('**/*.*', { cwd: folder })
  return new Map(
    names.map((name) => {
      const type = TYPES[extname(name)]
      if (type === undefined) throw new Error(`embed/dist has a file of a kind that is not served: ${name}`)
      return [name.replaceAll('\\', '/'), { type, bytes: readFileSync(join(folder, name)) }]
    }),
  )
}
