/**
 * What comes from elsewhere: every package of the lock file has a checksum and a licence that may be shipped, nothing
 * runs at installation but what is named, and what we ask for ourselves is pinned. `npm audit` asks a registry about
 * known weaknesses on top of this; here is what can be known without asking anybody.
 */
export interface LockedPackage {
  readonly version?: string
  readonly resolved?: string
  readonly integrity?: string
  readonly license?: string
  readonly dev?: boolean
  readonly link?: boolean
  readonly hasInstallScript?: boolean
}

export interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly allowScripts?: Readonly<Record<string, boolean>>
}

/** May be shipped with the service: notices are kept, and nothing of ours has to be opened for them. */
const SHIPPED = new Set([
  'MIT', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0', 'CC0-1.0', 'PSF-2.0', 'Zlib',
  'OFL-1.1',
  // libvips inside sharp, as a library of its own that can be exchanged.
  'LGPL-3.0-or-later',
]) // prettier-ignore
/** Used while working on it, never shipped; BSL is how the local stack gets Restate, which operators install themselves. */
const AT_THE_DESK = new Set([...SHIPPED, 'MPL-2.0', 'BSL'])
/** Say it in a file of their own and not in their manifest. */
const SAID_ELSEWHERE: Readonly<Record<string, string>> = { 'png-js': 'MIT' }
const EXACT = /^\d+\.\d+\.\d+(-[\w.]+)?$/

/** The licences that an expression needs all of; of a choice any one will do. */
function isAllowed(expression: string, allowed: ReadonlySet<string>): boolean {
  const bare = expression.replaceAll(/[()]/g, '')
  if (bare.includes(' OR ')) return bare.split(' OR ').some((one) => isAllowed(one, allowed))
  return bare.split(' AND ').every((one) => allowed.has(one))
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

export function supplyFindings(
  packages: Readonly<Record<string, LockedPackage>>,
  manifests: Readonly<Record<string, Manifest>>,
): string[] {
  const scripts = manifests['package.json']?.allowScripts ?? {}
  const foreign = Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link)
  return [
    ...foreign.flatMap(([path, locked]) => findingsOf(nameOf(path), locked, scripts)),
    ...Object.entries(manifests).flatMap(([file, { dependencies, devDependencies }]) =>
      Object.entries({ ...dependencies, ...devDependencies })
        .filter(([, version]) => !EXACT.test(version))
        .map(([name, version]) => `${file} asks for ${name} ${version}, which is not one version`),
    ),
  ]
}

function findingsOf(name: string, locked: LockedPackage, scripts: Readonly<Record<string, boolean>>): string[] {
  const findings: string[] = []
  if (locked.integrity === undefined) findings.push(`${name} has no checksum`)
  if (locked.resolved !== undefined) findings.push(`${name} names where it is downloaded from`)
  if (locked.hasInstallScript && !(name in scripts))
    findings.push(`${name} runs at installation, and package.json does not say whether it may`)
  const license = locked.license ?? SAID_ELSEWHERE[name]
  if (license === undefined) findings.push(`${name} has no licence`)
  else if (!isAllowed(license, locked.dev ? AT_THE_DESK : SHIPPED)) findings.push(`${name} is under ${license}`)
  return findings
}
