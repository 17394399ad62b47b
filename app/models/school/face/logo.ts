const TYPES = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp' } as const
type LogoKind = keyof typeof TYPES

export const isLogoKind = (kind: string | undefined): kind is LogoKind => Object.hasOwn(TYPES, kind ?? '')

const NAME = /^[0-9a-f]{16}-(\d{1,4})x(\d{1,4})\.(png|jpg|webp)$/

export interface Logo {
  /** In pixels. */
  width: number
  height: number
  /** The media type. */
  type: (typeof TYPES)[LogoKind]
}

/** Returns the file name of a logo. `digest` is of its content, 16 hexadecimal digits. */
export const nameLogo = (digest: string, { width, height }: Pick<Logo, 'width' | 'height'>, kind: LogoKind): string =>
  `${digest}-${width}x${height}.${kind}`

/** Reads what the file name of a logo says; null if it is none. */
export function logoOf(name: string): Logo | null {
  const [, width, height, kind] = NAME.exec(name) ?? []
  return isLogoKind(kind) ? { width: Number(width), height: Number(height), type: TYPES[kind] } : null
}
