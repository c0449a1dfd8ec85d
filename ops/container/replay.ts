/**
 * Does the steps of the Dockerfile without a container engine: the files that reach the builder, the commands of each
 * stage in a folder of its own, what the last stage takes over, and that tree without write permission. What it can't show
 * is the base image and its Debian packages.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Copies what .dockerignore lets through. It allows by name and refuses by pattern, nothing else. */
export function copyContext(root: string, to: string): void {
  const lines = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n')
  const refused = lines.filter((line) => line.startsWith('**/'))
  for (const path of lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1))) {
    const [folder = ''] = path.split('/')
    if (!existsSync(join(root, folder))) continue // A package that this tree does not have.
    if (!existsSync(join(root, path))) throw new Error(`.dockerignore lets through ${path}, which is not there`)
    mkdirSync(dirname(join(to, path)), { recursive: true })
    cpSync(join(root, path), join(to, path), {
      recursive: true,
      filter: (source) => !refused.some((pattern) => source.endsWith(`/${pattern.slice(3)}`)),
    })
  }
  for (const pattern of refused)
    for (const path of globSync(pattern, { cwd: to })) rmSync(join(to, path), { recursive: true, force: true })
}

export interface Stage {
  /** What later stages call it; the last has no name. */
  readonly name: string | null
  /** The npm commands: what Debian's packages bring is not ours to try. */
  readonly commands: readonly string[]
  /** What it takes from earlier ones. */
  readonly takes: readonly { readonly from: string; readonly path: string }[]
}

/** The Dockerfile's stages, in order. */
export function stagesOf(dockerfile: string): Stage[] {
  return dockerfile
    .split(/^FROM /m)
    .slice(1)
    .map((text) => ({
      name: /^\S+ AS (\S+)/.exec(text)?.[1] ?? null,
      commands: [...text.matchAll(/^RUN (npm .*)$/gm)].map(([, command = '']) => command),
      takes: [...text.matchAll(/^COPY --from=(\S+) (.*) \S+$/gm)].flatMap(([, from = '', paths = '']) =>
        paths.split(' ').map((path) => ({ from, path: path.replace('/app/', '') })),
      ),
    }))
}

/** Builds the tree of the image in `to/image`; answers where it is. Throws when a step fails or makes less than is taken. */
export function replayImage(root: string, to: string): string {
  const image = join(to, 'image')
  for (const { name, commands, takes } of stagesOf(readFileSync(join(root, 'ops/container/Dockerfile'), 'utf8'))) {
    if (name === null) {
      for (const { from, path } of takes) {
        if (!existsSync(join(to, from, path))) throw new Error(`the image takes ${path}, which ${from} does not make`)
        cpSync(join(to, from, path), join(image, path), { recursive: true, verbatimSymlinks: true })
      }
      continue
    }
    copyContext(root, join(to, name))
    for (const command of commands) {
      const { status, stderr } = spawnSync('bash', ['-euc', command], { cwd: join(to, name), encoding: 'utf8' })
      if (status !== 0) throw new Error(`${command} failed: ${stderr}`)
    }
  }
  spawnSync('chmod', ['-R', 'a-w,a+rX', image])
  return image
}
