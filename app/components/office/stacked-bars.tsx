import { colorsOf, type Series } from '~/models/vocabulary/plot'
import { type Cents, formatCents } from '~/utils/money'

interface Bar {
  name: string
  short: string
  /** In the order of the series. */
  parts: Cents[]
  /** The same month of the year before. */
  before?: Cents
  current?: boolean
}

const sum = (parts: Cents[]) => parts.reduce((total, cents) => total + cents, 0)
const dollars = (cents: Cents) => formatCents(Math.round(cents / 100) * 100).replace('.00', '')
/** Formats an amount short enough for a twelfth of a phone's width. */
const thousands = (cents: Cents) => (cents < 100_000 ? dollars(cents) : `${(cents / 100_000).toFixed(1)}k`)

/**
 * Twelve months of money as stacked bars, one SVG a month, labeled with the amounts, and as a table for screen readers
 * unless the screen has one.
 */
export function StackedBars({
  caption,
  series,
  beforeName,
  bars,
  tableBelow = false,
}: {
  caption: string
  series: Series[]
  /** The label of the outline behind the bars. */
  beforeName?: string
  bars: Bar[]
  /** Whether the screen itself shows the same figures as a table. */
  tableBelow?: boolean
}) {
  const most = Math.max(1, ...bars.map(({ parts, before = 0 }) => Math.max(sum(parts), before)))
  const share = (cents: Cents) => (100 * cents) / most
  const colors = colorsOf(series)
  const hasBefore = bars.some(({ before }) => before)
  return (
    <div className="stacked-bars">
      <div aria-hidden="true" className="bars-plot">
        {bars.map(({ name, short, parts, before, current }) => {
          const total = sum(parts)
          return (
            <div key={name} title={`${name}: ${formatCents(total)}`} data-current={current ? '' : undefined}>
              <div className="bar-room">
                <svg aria-hidden="true" viewBox="0 0 100 100" preserveAspectRatio="none">
                  {before ? (
                    <rect className="bar-before" width="100" y={100 - share(before)} height={share(before)} />
                  ) : null}
                  {colors.map((color, i) => {
                    const height = share(parts[i] ?? 0)
                    const below = share(sum(parts.slice(0, i)))
                    return height ? (
                      <rect
                        key={color}
                        data-series={color}
                        x="15"
                        width="70"
                        y={100 - below - height}
                        height={height}
                      />
                    ) : null
                  })}
                </svg>
                {total ? (
                  <span className="bar-amount num" style={{ bottom: `${share(total)}%` }}>
                    <span className="wide">{dollars(total)}</span>
                    <span className="narrow">{thousands(total)}</span>
                  </span>
                ) : null}
              </div>
              {short}
            </div>
          )
        })}
      </div>
      <ul aria-hidden="true" className="bars-key">
        {series.map(({ name }, i) => (
          <li key={name}>
            <span data-series={colors[i]} className="swatch" />
            {name}
          </li>
        ))}
        {hasBefore ? (
          <li>
            <span className="swatch bar-before" />
            {beforeName}
          </li>
        ) : null}
      </ul>
      {tableBelow ? null : (
        <FiguresTable {...{ caption, series, bars }} beforeName={hasBefore ? beforeName : undefined} />
      )}
    </div>
  )
}

/** The figures as a table for screen readers only. */
function FiguresTable({
  caption,
  series,
  beforeName,
  bars,
}: {
  caption: string
  series: Series[]
  beforeName?: string
  bars: Bar[]
}) {
  return (
    <div className="sr-only">
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">Month</th>
            {series.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
            {beforeName ? <th scope="col">{beforeName}</th> : null}
          </tr>
        </thead>
        <tbody>
          {bars.map(({ name: month, parts, before = 0 }) => (
            <tr key={month}>
              <th scope="row">{month}</th>
              {series.map(({ name }, i) => (
                <td key={name}>{formatCents(parts[i] ?? 0)}</td>
              ))}
              {beforeName ? <td>{formatCents(before)}</td> : null}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
