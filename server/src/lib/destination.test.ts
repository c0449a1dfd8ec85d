import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isPublicAddress, isPublicOrLoopback, parseIpv4, parseIpv6 } from './addresses.ts'
import { toDestination } from './destination.ts'
import type { DestinationRules } from './destination.ts'
import { ALLOWED_HOSTS, REFUSED_URLS } from '../../test/support/destinations.ts'

const RULES: DestinationRules = {
  isPublic: isPublicAddress,
  ports: new Set([443]),
  ownNames: new Set(['api.tieout.example']),
}

for (const url of REFUSED_URLS) {
  test(`bar 1: ${JSON.stringify(url)} is refused`, () => {
    assert.equal(toDestination(url, RULES), null)
  })
}

for (const host of ALLOWED_HOSTS) {
  test(`bar 1: ${host} stays allowed`, () => {
    const found = toDestination(`https://${host}/hooks?a=b#part`, RULES)
    assert.equal(found?.url, `https://${host}/hooks?a=b`)
    assert.equal(found.port, 443)
    assert.equal(found.isAddress, /^[\d.]+$|^\[/.test(host))
  })
}

test('other ports are allowed where the operator allows them, port 0 never', () => {
  const some = { ...RULES, ports: new Set([443, 8443]) }
  assert.equal(toDestination('https://hooks.lender.example:8443/', some)?.port, 8443)
  assert.equal(toDestination('https://hooks.lender.example:9443/', some), null)
  const any = { ...RULES, ports: null }
  assert.equal(toDestination('https://hooks.lender.example:9443/', any)?.port, 9443)
  assert.equal(toDestination('https://hooks.lender.example:0/', any), null)
})

test('the loopback exception of a test configuration lets in loopback and nothing else', () => {
  for (const address of ['127.0.0.1', '127.8.9.1', '::1', '8.8.8.8']) assert.ok(isPublicOrLoopback(address), address)
  for (const address of ['10.0.0.1', '169.254.169.254', '::ffff:127.0.0.1', 'fe80::1', '::', 'localhost'])
    assert.ok(!isPublicOrLoopback(address), address)
})

/** An oracle with no shared code: the registry's blocks, compared octet by octet. */
function specialByOctets([a, b, c, d]: readonly [number, number, number, number]): boolean {
  return (
    a === 0 || a === 10 || a === 127 || a >= 224 || (a === 100 && b >= 64 && b < 128) || (a === 169 && b === 254) ||
    (a === 172 && b >= 16 && b < 32) || (a === 192 && b === 168) || (a === 198 && (b === 18 || b === 19)) ||
    (a === 192 && b === 0 && (c === 0 || c === 2)) || (a === 192 && b === 88 && c === 99) ||
    (a === 192 && b === 31 && c === 196) || (a === 192 && b === 52 && c === 193) || (a === 192 && b === 175 && c === 48) ||
    (a === 198 && b === 51 && c === 100) || (a === 203 && b === 0 && c === 113) ||
    (a === 168 && b === 63 && c === 129 && d === 16)
  ) // prettier-ignore
}

const octet = fc.oneof(fc.integer({ min: 0, max: 255 }), fc.constantFrom(0, 10, 100, 127, 168, 169, 172, 192, 198, 203))

test('an IPv4 address is public exactly when no special block holds it, however it is spelled', () => {
  fc.assert(
    fc.property(fc.tuple(octet, octet, octet, octet), (octets) => {
      const number = octets.reduce((value, part) => value * 256 + part, 0)
      const expected = !specialByOctets(octets)
      assert.equal(isPublicAddress(octets.join('.')), expected)
      for (const spelling of [
        String(number),
        `0x${number.toString(16)}`,
        octets.map((o) => `0${o.toString(8)}`).join('.'),
      ]) {
        assert.equal(toDestination(`https://${spelling}/`, RULES) !== null, expected, spelling)
      }
    }),
    { numRuns: 5_000 },
  )
})

test('no IPv6 form that carries an IPv4 address is public', () => {
  fc.assert(
    fc.property(fc.tuple(octet, octet, octet, octet), ([a, b, c, d]) => {
      const hex = `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
      for (const form of [
        `::${hex}`,
        `::ffff:${hex}`,
        `::ffff:0:${hex}`,
        `64:ff9b::${hex}`,
        `64:ff9b:1::${hex}`,
        `2002:${hex}::`,
        `2001:0:${hex}::`,
        `fe80::5efe:${hex}`,
      ]) {
        assert.equal(isPublicAddress(form), false, form)
      }
    }),
  )
})

test('an IPv6 address outside 2000::/3 is never public', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 8, maxLength: 8 }), (groups) => {
      const text = groups.map((group) => group.toString(16)).join(':')
      const first = groups[0] ?? 0
      if (first >> 13 !== 1) assert.equal(isPublicAddress(text), false, text)
      assert.equal(parseIpv6(text), BigInt(`0x${groups.map((group) => group.toString(16).padStart(4, '0')).join('')}`))
    }),
  )
})

test('what is not an address is no address', () => {
  for (const text of ['', '1.2.3', '1.2.3.4.5', '01.2.3.4', '256.1.1.1', '1.2.3.x', ' 1.2.3.4'])
    assert.equal(parseIpv4(text), null, text)
  for (const text of [
    '',
    ':',
    ':::',
    '1::2::3',
    '12345::',
    '::1%lo',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8:9',
    '[::1]',
    '1.2.3.4::',
    '1::2:3:4:5:6:7:8',
  ])
    assert.equal(parseIpv6(text), null, text)
  for (const text of ['', 'localhost', '[::1]', 'fe80::1%eth0']) assert.equal(isPublicAddress(text), false, text)
})
