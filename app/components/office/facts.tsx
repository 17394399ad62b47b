import { Fragment } from 'react'

/** An email address, which breaks before the @ if it has to. */
export function Email({ address }: { address: string }) {
  const at = address.lastIndexOf('@')
  if (at < 1) return address
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  )
}

/** Facts about someone in a line; each fact stays in one piece if there is room for it. */
export function Facts({ of: facts }: { of: (string | null | undefined | false)[] }) {
  return facts.filter(Boolean).map((fact, i) => (
    <Fragment key={String(fact)}>
      {i ? ' · ' : null}
      <span className="fact">
        <Email address={String(fact)} />
      </span>
    </Fragment>
  ))
}
