const ARCH = 'M16 8.5c-7.5 0-10.5 6-10.5 11.5 0 2.5.5 4.5 1 6.5M16 8.5c7.5 0 10.5 6 10.5 11.5 0 2.5-.5 4.5-1 6.5'

/** The product's logo: a stirrup on its leather. `public/favicon.svg` is the same. */
export function Mark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" className={className} fill="none" stroke="currentColor" aria-hidden="true">
      <path d="M16 0v8" strokeWidth="5" />
      <path d={ARCH} strokeWidth="2.6" />
      <path d="M5 28.5h22" strokeWidth="4.5" strokeLinecap="round" />
    </svg>
  )
}
