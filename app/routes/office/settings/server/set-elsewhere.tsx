import type { ReactNode } from 'react'

/** Shown instead of a form: the server's own settings take precedence and are changed there. */
export function SetElsewhere({ by, names, children }: { by: 'server' | 'demo'; names: string; children?: ReactNode }) {
  return (
    <>
      {children ? <p className="font-semibold">{children}</p> : null}
      <p className="max-w-prose text-muted [overflow-wrap:anywhere]">
        {by === 'server'
          ? `Set by the server (${names}). To change it here, whoever runs the server takes it out of the server’s settings and restarts.`
          : 'The demo has its own, and it cannot be changed here.'}
      </p>
    </>
  )
}
