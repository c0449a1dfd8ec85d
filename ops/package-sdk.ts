/**
 * Makes the package that is published: plain JavaScript with types, for runtimes that don't take TypeScript. In the
 * workspace the source is used as it is. `node ops/package-sdk.ts [folder]`, sdk/dist when none is given.
 */
import { execFileSync } from 'node:child_process'
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

interface Manifest {
  readonly exports: Readonly<Record<string, string>>
}

export function packageSdk(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
  execFileSync('npx', ['tsc', '-p', 'sdk/tsconfig.build.json', '--outDir', resolve(folder)], { stdio: 'inherit' })
  const manifest = JSON.parse(readFileSync('sdk/package.json', 'utf8')) as Manifest
  const exports = Object.fromEntries(
    Object.entries(manifest.exports).map(([entry, source]) => {
      const built = source.replace(/^\.\/src\/(.*)\.ts$/, './$1')
      return [entry, { types: `${built}.d.ts`, default: `${built}.js` }]
    }),
  )
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify({ ...manifest, exports }, null, 2)}\n`)
  for (const name of ['sdk/README.md', 'LICENSE']) copyFileSync(name, join(folder, name.replace('sdk/', '')))
}

if (import.meta.main) packageSdk(process.argv[2] ?? 'sdk/dist')
