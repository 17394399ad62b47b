/** The care of a horse that is due, in a line; what is overdue is red and says so. */
export function DueList({ due, className }: { due: { text: string; late: boolean }[]; className?: string }) {
  return due.length === 0 ? null : (
    <p className={className}>
      {due.map(({ text, late }, i) => (
        <span key={text} className={late ? 'font-semibold text-bad' : 'text-muted'}>
          {i > 0 ? ' · ' : ''}
          {text}
        </span>
      ))}
    </p>
  )
}
