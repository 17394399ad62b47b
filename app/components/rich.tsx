import { Fragment, type ReactNode } from 'react'
import { parts } from '#text'

type Slot = ReactNode | ((inside: ReactNode) => ReactNode)

/** Shows a message of families with elements in it: `<a>` of the message becomes what `values.a` makes of its text. */
export function Rich({ text, values }: { text: string; values: Record<string, Slot> }) {
  const slots = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'function' ? (inside: ReactNode[]) => value(<Nodes all={inside} />) : value,
    ]),
  )
  return <Nodes all={parts<ReactNode>(text, slots)} />
}

function Nodes({ all }: { all: ReactNode[] }) {
  return all.map((node, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence stay where they are
    <Fragment key={place}>{node}</Fragment>
  ))
}
