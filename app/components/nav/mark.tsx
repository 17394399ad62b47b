const ARCH = 'M16 8.5c-7.5 0-10.5 6-10.5 11.5 0 2.5.5 4.5 1 6.5M16 8.5c7.5 0 10.5 6 10.5 11.5 0 2.5-.5 4.5-1 6.5'

/** The product's mark: a stirrup on its leather. */
export function Mark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" className={className} fill="none" stroke="currentColor" aria-hidden="true">
      <path d="M16 0v8" strokeWidth="5" />
      <path d={ARCH} strokeWidth="2.6" />
      <path d="M5 28.5h22" strokeWidth="4.5" strokeLinecap="round" />
    </svg>
  )
}

/** The same mark for the browser's tab, as a data address: no request of its own. */
export const favicon = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-6 -6 44 44"><rect x="-6" y="-6" width="44" height="44" rx="9" fill="#24563a"/><g fill="none" stroke="#fff"><path stroke-width="5" d="M16 0v8"/><path stroke-width="2.6" d="${ARCH}"/><path stroke-width="4.5" stroke-linecap="round" d="M5 28.5h22"/></g></svg>`,
)}`
