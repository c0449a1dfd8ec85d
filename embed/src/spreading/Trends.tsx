/** Headline figures over the periods, as charts: the shape of a business at a glance. */
import type { AttributeSnapshot } from '@tieout/sdk'
import { periodName, printed } from '../shared/figures.ts'

type Entity = AttributeSnapshot['payload']['entities'][number]
type Attribute = Entity['periods'][number]['attributes'][number]

const isStated = (attribute: Attribute | null): attribute is Attribute & { value: string } =>
  attribute !== null && attribute.value !== null

const SHOWN = [
  'revenue',
  'gross_profit',
  'ebitda',
  'ebitda_normalized',
  'net_income',
  'gross_margin',
  'ebitda_margin',
  'net_margin',
  'dscr_existing',
  'dscr_ebitda',
]
const UPPER = new Set(['ebitda', 'ebit', 'dscr', 'noi', 'fccr', 'cads'])

/** `dscr_existing` as `DSCR existing`. */
export function nameOf(key: string): string {
  if (key === 'ebitda_normalized') return 'EBITDA with addbacks'
  const words = key.split('_').map((word) => (UPPER.has(word) ? word.toUpperCase() : word))
  return words.join(' ').replace(/^[a-z]/, (letter) => letter.toUpperCase())
}

export function Trends({ entity }: { readonly entity: Entity }) {
  const charts = SHOWN.flatMap((key) => {
    const points = entity.periods.map((period) => ({
      name: periodName(period),
      attribute: period.attributes.find((found) => found.key === key) ?? null,
    }))
    return points.some(({ attribute }) => isStated(attribute)) ? [{ key, points }] : []
  })
  if (charts.length === 0) return <p className="waiting">There are no figures to draw yet.</p>
  return (
    <div className="trends" role="region" aria-label="Trends" tabIndex={0}>
      {charts.map(({ key, points }) => (
        <Chart key={key} title={nameOf(key)} points={points} />
      ))}
    </div>
  )
}

interface Point {
  readonly name: string
  readonly attribute: Attribute | null
}

const WIDTH = 320
const HEIGHT = 132
const TOP = 22
const BOTTOM = 26

/** Bars on a common zero. A bar's height is for the eye; what it says is printed beside it. */
function Chart({ title, points }: { readonly title: string; readonly points: readonly Point[] }) {
  const values = points.map(({ attribute }) => (isStated(attribute) ? Number(attribute.value) : null))
  const known = values.filter((value) => value !== null)
  const high = Math.max(0, ...known)
  const low = Math.min(0, ...known)
  const scale = (HEIGHT - TOP - BOTTOM) / (high - low || 1)
  const zero = TOP + high * scale
  const step = WIDTH / points.length
  const width = Math.min(44, step * 0.56)
  return (
    <figure>
      <figcaption>{title}</figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={`${title}: ${points.map(sayPoint).join('; ')}`}>
        <line x1="0" x2={WIDTH} y1={zero} y2={zero} className="axis" />
        {points.map(({ name, attribute }, index) => {
          const value = values[index] ?? null
          const middle = (index + 0.5) * step
          const top = value === null ? zero : zero - Math.max(0, value) * scale
          return (
            <g key={name + String(index)}>
              {value !== null && (
                <rect
                  x={middle - width / 2}
                  y={top}
                  width={width}
                  height={Math.max(1.5, Math.abs(value) * scale)}
                  rx="2"
                  className={value < 0 ? 'bar negative' : 'bar'}
                >
                  <title>{sayPoint({ name, attribute })}</title>
                </rect>
              )}
              <text x={middle} y={top - 6} className="value">
                {short(attribute)}
              </text>
              <text x={middle} y={HEIGHT - 6} className="name">
                {name.replace(/ to .*/, '')}
              </text>
            </g>
          )
        })}
      </svg>
    </figure>
  )
}

const sayPoint = ({ name, attribute }: Point): string =>
  `${name} ${isStated(attribute) ? say(attribute) : 'not stated'}`

function say({ value, unit }: Attribute): string {
  const text = printed(value)
  return unit === 'percent' ? `${text} %` : unit === 'ratio' ? `${text}×` : text
}

/** Room for four characters and a unit. */
function short(attribute: Attribute | null): string {
  if (!isStated(attribute)) return 'n/a'
  const value = Number(attribute.value)
  if (attribute.unit === 'percent') return `${value.toFixed(1)} %`
  if (attribute.unit === 'ratio') return `${value.toFixed(2)}×`
  return new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 }).format(value)
}
