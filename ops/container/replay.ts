/**
 * Does the steps of the Dockerfile without a container engine: the files that reach the builder, `npm ci` without
 * development packages, the list of what is inside, and the tree without write permission. What it can't show is the base
 * image and its Debian packages.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Copies what .dockerignore lets through. It allows by name and refuses by pattern, nothing else. */
export function copyContext(root: string, to: string): void {
  const lines = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n')
  for (const path of lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1))) {
    if (!existsSync(join(root, path))) throw new Error(`.dockerignore lets through ${path}, which is not there`)
    mkdirSync(dirname(join(to, path)), { recursive: true })
    cpSync(join(root, path), join(to, path), { recursive: true })
  }
  for (const pattern of lines.filter((line) => line.startsWith('**/')))
    for (const path of globSync(pattern, { cwd: to })) rmSync(join(to, path))
}

/** The commands of the first stage, as the Dockerfile has them. */
export function buildCommands(dockerfile: string): string[] {
  const [first = ''] = dockerfile.split(/^FROM /m).slice(1)
  return [...first.matchAll(/^RUN (npm .*)$/gm)].map(([, command = '']) => command)
}

/** Builds the tree of the image in `to`; answers the paths that the second stage takes over. */
export function replayImage(root: string, to: string): string[] {
  const dockerfile = readFileSync(join(root, 'ops/container/Dockerfile'), 'utf8')
  copyContext(root, to)
  for (const command of buildCommands(dockerfile)) {
    const { status, stderr } = spawnSync('bash', ['-euc', command], { cwd: to, encoding: 'utf8' })
    if (status !== 0) throw new Error(`${command} failed: ${stderr}`)
  }
  const taken = [...dockerfile.matchAll(/^COPY --from=dependencies (.*) \S+$/gm)].flatMap(([, paths = '']) =>
    paths.split(' ').map((path) => path.replace('/app/', '')),
  )
  spawnSync('chmod', ['-R', 'a-w,a+rX', to])
  return taken
}
