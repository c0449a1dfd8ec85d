/** A name server on loopback whose answers a test decides, one question at a time. Speaks just enough DNS. */
import { createSocket } from 'node:dgram'
import { after } from 'node:test'
import { parseIpv4, parseIpv6 } from '../../src/lib/addresses.ts'

export interface Answer {
  readonly a?: readonly string[]
  readonly aaaa?: readonly string[]
  /** The name that the records stand under, reached by an alias. */
  readonly cname?: string
  /** Leave the question without an answer. */
  readonly silent?: boolean
}

/** What a name answers: always the same, or by the number of look-ups of it so far, counted from 0. */
export type Zone = Record<string, Answer | ((lookup: number) => Answer)>

const TYPE_A = 1
const TYPE_CNAME = 5
const TYPE_AAAA = 28

export interface TestDns {
  /** For `setServers`. */
  readonly server: string
  zone: Zone
  /** How often a name's A record was asked for. */
  lookups(name: string): number
}

export async function startDns(zone: Zone): Promise<TestDns> {
  const socket = createSocket('udp4')
  const asked = new Map<string, number>()
  const dns = { zone, server: '', lookups: (name: string) => asked.get(name) ?? 0 }
  socket.on('message', (query, peer) => {
    const { name, end } = readName(query)
    const type = query.readUInt16BE(end)
    const lookup = asked.get(name) ?? 0
    // Both questions of one look-up see the same answer: the A question, sent first, counts.
    if (type === TYPE_A) asked.set(name, lookup + 1)
    const entry = dns.zone[name]
    const answer = typeof entry === 'function' ? entry(type === TYPE_A ? lookup : Math.max(0, lookup - 1)) : entry
    if (!answer?.silent) socket.send(reply(query.subarray(0, end + 4), type, answer), peer.port, peer.address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  dns.server = `127.0.0.1:${socket.address().port}`
  after(() => socket.close())
  return dns
}

function readName(query: Buffer): { name: string; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 }
}

function writeName(name: string): Buffer {
  return Buffer.concat([
    ...name.split('.').map((label) => Buffer.from([label.length, ...Buffer.from(label)])),
    Buffer.from([0]),
  ])
}

function record(owner: Buffer, type: number, data: Buffer): Buffer {
  const head = Buffer.alloc(10)
  head.writeUInt16BE(type, 0)
  head.writeUInt16BE(1, 2)
  head.writeUInt16BE(data.length, 8)
  return Buffer.concat([owner, head, data])
}

function reply(question: Buffer, type: number, answer: Answer | undefined): Buffer {
  const asked = Buffer.from([0xc0, 12])
  const owner = answer?.cname === undefined ? asked : writeName(answer.cname)
  const records = [
    ...(answer?.cname === undefined ? [] : [record(asked, TYPE_CNAME, writeName(answer.cname))]),
    ...(type === TYPE_A ? (answer?.a ?? []) : []).map((text) => record(owner, TYPE_A, bytes(parseIpv4(text), 4))),
    ...(type === TYPE_AAAA ? (answer?.aaaa ?? []) : []).map((text) =>
      record(owner, TYPE_AAAA, bytes(parseIpv6(text), 16)),
    ),
  ]
  const head = Buffer.from(question)
  // A response, recursion available; name not found (3) where the zone does not know it.
  head.writeUInt16BE(answer ? 0x8180 : 0x8183, 2)
  head.writeUInt16BE(records.length, 6)
  head.writeUInt16BE(0, 8)
  head.writeUInt16BE(0, 10)
  return Buffer.concat([head, ...records])
}

function bytes(value: bigint | null, length: number): Buffer {
  if (value === null) throw new Error('not an address')
  return Buffer.from(value.toString(16).padStart(length * 2, '0'), 'hex')
}
