const PATHS = {
  check: 'm4 10.5 4 4 8-9',
  cross: 'm5 5 10 10M15 5 5 15',
  warning: 'M10 3 2 17h16zM10 8v4M10 14.4v.1',
  info: 'M10 2.5a7.5 7.5 0 1 0 0 15 7.5 7.5 0 1 0 0-15M10 9v5M10 6v.1',
  clock: 'M10 2.5a7.5 7.5 0 1 0 0 15 7.5 7.5 0 1 0 0-15M10 6v4l2.5 2',
  card: 'M2.5 4.5h15v11h-15zM2.5 8.5h15M5.5 12h3',
  receipt: 'M5 2.5h10v15l-2.5-1.7-2.5 1.7-2.5-1.7L5 17.5zM8 6.5h4M8 10h4',
  bank: 'm2.5 8 7.5-5 7.5 5zM5 8v6M10 8v6M15 8v6M3 17h14',
  stirrup: 'M10 2.5V6M10 6C6 6 4.5 9 4.5 12v3.5M10 6c4 0 5.5 3 5.5 6v3.5M3.5 16.5h13',
  calendar: 'M3 4.5h14v12.5H3zM3 8.5h14M7 2.5v3M13 2.5v3',
  people:
    'M7.5 9.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6M2 17c0-3.5 2.5-5 5.5-5s5.5 1.5 5.5 5M13 3.8a3 3 0 0 1 0 5.5M15.3 12.4c1.8.7 2.7 2.1 2.7 4.6',
  person: 'M10 9.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6M4 17c0-3.5 2.5-5 6-5s6 1.5 6 5',
  settings: 'M3 6h8M15.5 6H17M3 14h1.5M9 14h8M13.2 4v4M6.8 12v4',
  search: 'M9 3a6 6 0 1 0 0 12A6 6 0 0 0 9 3m4.3 10.3L17.5 17.5',
  print: 'M6 7V3h8v4M6 14H3V7h14v7h-3M6 12h8v5H6z',
  download: 'M10 3v10M6 9.5l4 4 4-4M4 17h12',
  mail: 'M2.5 4.5h15v11h-15zM3 5l7 6 7-6',
  edit: 'M13.5 3.5l3 3L7 16l-4 1 1-4z',
  heart: 'M10 16.5s-7-4-7-8.7A3.6 3.6 0 0 1 10 6a3.6 3.6 0 0 1 7 1.8c0 4.7-7 8.7-7 8.7z',
  trash: 'M4 6h12M8 6V3.5h4V6M5.5 6l.5 11h8l.5-11',
  undo: 'M4 8h8a4 4 0 0 1 0 8.5H8M8 4 4 8l4 4',
  repeat: 'M4 9a6 6 0 0 1 10.5-3.5L17 8M17 4v4h-4M16 11a6 6 0 0 1-10.5 3.5L3 12M3 16v-4h4',
  plus: 'M10 4v12M4 10h12',
  minus: 'M4 10h12',
  dots: 'M4 9.5v1M10 9.5v1M16 9.5v1M4.5 9.5v1M10.5 9.5v1M16.5 9.5v1',
  menu: 'M3 5.5h14M3 10h14M3 14.5h14',
  home: 'M3 9l7-6 7 6M5 8v9h10V8',
  out: 'M8 3H3.5v14H8M8 10h9M13.5 6l3.5 4-3.5 4',
  left: 'm12 4.5-5.5 5.5 5.5 5.5',
  right: 'm8 4.5 5.5 5.5L8 15.5',
  down: 'm4.5 7.5 5.5 5.5 5.5-5.5',
  lock: 'M5 9h10v8H5zM7 9V6.5a3 3 0 0 1 6 0V9',
}
export type IconName = keyof typeof PATHS

/**
 * An icon beside a word that says the same, hidden from screen readers. In long lists a badge's own shape is smaller.
 */
export function Icon({ name, className }: { name: IconName; className?: string }) {
  return (
    <svg viewBox="0 0 20 20" className={className ? `icon ${className}` : 'icon'} aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  )
}
