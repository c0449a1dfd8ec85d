/** The worst misses as pictures: each page with what was read (green), what is wrong (red) and what is left (amber). */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Box } from '../server/src/engine/model/page.ts'
import type { Scored } from './eval-set.ts'
import type { PageSource } from './pages.ts'
import { figureF1 } from './table.ts'

const STYLE = `body{font:14px system-ui;margin:2em;max-width:1100px}svg{border:1px solid #ccc;width:100%;height:auto}
table{border-collapse:collapse;margin:1em 0}td,th{border:1px solid #ddd;padding:2px 8px;text-align:left}h2{margin-top:3em}`

export async function writeReport(file: string, worst: readonly Scored[], source: PageSource): Promise<void> {
  const parts: string[] = []
  for (const scored of worst) {
    if (scored.score.misses.length === 0 && scored.score.classRight && !scored.score.falseProof) continue
    parts.push(await section(scored, source))
  }
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(
    file,
    `<!doctype html><meta charset="utf-8"><title>Worst misses</title><style>${STYLE}</style><h1>Worst misses</h1>${parts.join('\n')}`,
  )
}

async function section({ score, path, pages, set }: Scored, source: PageSource): Promise<string> {
  const rows = score.misses.map(
    (miss) =>
      `<tr><td>${escape(miss.what)}<td>${escape(miss.label)}<td>${escape(miss.expected ?? '')}<td>${escape(miss.actual ?? '')}<td>${miss.page}`,
  )
  const wrong = new Set(score.misses.map((miss) => miss.page))
  const pictures: string[] = []
  for (const page of pages.filter((one) => wrong.has(one.number)).slice(0, 2)) {
    const image = path === null || page.kind === 'sheet' ? null : await source.imageOf(path, page)
    const back =
      image === null
        ? ''
        : `<image href="data:image/webp;base64,${Buffer.from(image).toString('base64')}" width="${page.width}" height="${page.height}"/>`
    const words = image === null ? page.words.map((word) => text(word.box, word.text, word.size)).join('') : ''
    const boxes = score.misses.flatMap((miss) =>
      miss.box !== null && miss.page === page.number
        ? [rect(miss.box, miss.what === 'line invented' ? 'orange' : 'red')]
        : [],
    )
    pictures.push(`<svg viewBox="0 0 ${page.width} ${page.height}">${back}${words}${boxes.join('')}</svg>`)
  }
  const flags = `${score.classRight ? '' : ' · wrong class'}${score.falseProof ? ' · FALSE PROOF' : ''}`
  return `<h2>${escape(score.name)}</h2><p>${set} · F1 ${figureF1(score).toFixed(3)}${flags}</p>
<table><tr><th>what<th>line<th>expected<th>read<th>page${rows.join('')}</table>${pictures.join('')}`
}

function rect(box: Box, colour: string): string {
  return `<rect x="${box[0]}" y="${box[1]}" width="${box[2] - box[0]}" height="${box[3] - box[1]}" fill="none" stroke="${colour}" stroke-width="1.2"/>`
}

function text(box: Box, content: string, size: number): string {
  return `<text x="${box[0]}" y="${box[3]}" font-size="${size}">${escape(content)}</text>`
}

function escape(content: string): string {
  return content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
