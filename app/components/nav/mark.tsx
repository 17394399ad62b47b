/**
 * The product's mark: a stirrup iron on its leather, which hangs from the top of whatever it is in, and is cut off
 * there. `public/favicon.svg` is the same.
 */
export function Mark({ className = '' }: { className?: string }) {
  return (
    <svg viewBox="0 0 16 16" className={`overflow-visible ${className}`} fill="none" aria-hidden="true">
      <path d="M3.5 13.8C2.3 9.5 2.5 4.5 8 4.5s5.7 5 4.5 9.3M3 12.5h10" stroke="currentColor" strokeWidth="2" />
      <path d="M8-200V6.5" stroke="var(--color-stitch)" strokeWidth="4" />
    </svg>
  )
}
