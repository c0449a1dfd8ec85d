/** A certificate authority of a test's own, made by openssl, and the certificates that it signs. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'

export interface Certificate {
  readonly key: string
  readonly cert: string
}

export interface Authority {
  /** Trust this, and everything `issue` makes is trusted. */
  readonly ca: string
  readonly caFile: string
  issue(names: readonly string[], options?: { expired?: boolean; selfSigned?: boolean }): Certificate
}

const EC_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']

export function createAuthority(): Authority {
  const folder = mkdtempSync(join(tmpdir(), 'authority-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  const openssl = (...args: string[]): void => {
    execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })
  }
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8')
  openssl('req', '-x509', ...EC_KEY, '-keyout', 'ca.key', '-out', 'ca.pem', '-days', '2', '-subj', '/CN=Test authority')
  let made = 0
  return {
    ca: read('ca.pem'),
    caFile: join(folder, 'ca.pem'),
    issue(names, options = {}) {
      made += 1
      const file = `leaf-${made}`
      const entries = names.map((name) => (/^[\d.]+$|:/.test(name) ? `IP:${name}` : `DNS:${name}`))
      writeFileSync(join(folder, `${file}.ext`), `subjectAltName=${entries.join(',')}\n`)
      openssl('req', '-new', ...EC_KEY, '-keyout', `${file}.key`, '-out', `${file}.csr`, '-subj', '/CN=receiver')
      const signer = options.selfSigned
        ? ['-signkey', `${file}.key`]
        : ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial']
      // A certificate of minus one day is one that has expired.
      openssl('x509', '-req', '-in', `${file}.csr`, ...signer, '-out', `${file}.pem`, '-extfile', `${file}.ext`, '-days', options.expired ? '-1' : '2') // prettier-ignore
      return { key: read(`${file}.key`), cert: read(`${file}.pem`) }
    },
  }
}
