/**
 * The colors a school can choose from, as hues of OKLCH in degrees with the chroma of its strongest tone. `tokens.css` has
 * the tones: all schools have the same lightness, so each text stays as readable.
 */
export const SCHOOL_COLORS = {
  teal: { label: 'Teal', hue: 205, chroma: 0.065 },
  navy: { label: 'Navy', hue: 262, chroma: 0.08 },
  purple: { label: 'Purple', hue: 305, chroma: 0.1 },
  plum: { label: 'Plum', hue: 350, chroma: 0.09 },
  brown: { label: 'Brown', hue: 58, chroma: 0.06 },
  slate: { label: 'Slate', hue: 250, chroma: 0.02 },
} as const

export type SchoolColor = keyof typeof SCHOOL_COLORS

/** The product's own color, which a school has that chose none. */
export const GREEN = { label: 'Green', hue: 157, chroma: 0.072 }

const isSchoolColor = (color: string): color is SchoolColor => Object.hasOwn(SCHOOL_COLORS, color)

/** Returns a stored color; null for none and for one that is no longer offered. */
export const schoolColorOf = (stored: string | null | undefined): SchoolColor | null =>
  stored && isSchoolColor(stored) ? stored : null

/** The tones of `tokens.css`: lightness, and chroma as a part of the color's own. */
export const TONES = {
  brand: [0.41, 1],
  strong: [0.34, 0.85],
  soft: [0.932, 0.3],
  ink: [0.37, 0.92],
  darkBrand: [0.787, 1.1],
  darkStrong: [0.848, 0.75],
  darkOn: [0.22, 0.45],
  darkSoft: [0.298, 0.5],
  darkInk: [0.851, 0.75],
  darkBanner: [0.268, 0.47],
  darkOnBanner: [0.946, 0.26],
} as const satisfies Record<string, readonly [number, number]>

/** Returns a tone as `#rrggbb`, for what knows no styles: emails and the browser's own frame. */
export function toneOf(color: SchoolColor | null, tone: keyof typeof TONES): string {
  const { hue, chroma } = color ? SCHOOL_COLORS[color] : GREEN
  const [lightness, part] = TONES[tone]
  return `#${linearOf(lightness, chroma * part, hue)
    .map((channel) => Math.min(1, Math.max(0, channel)))
    .map((channel) => (channel <= 0.0031308 ? channel * 12.92 : 1.055 * channel ** (1 / 2.4) - 0.055))
    .map((channel) =>
      Math.round(channel * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

/** Converts OKLCH to linear sRGB, as https://bottosson.github.io/posts/oklab/ says; a channel outside 0 to 1 is outside sRGB. */
export function linearOf(lightness: number, chroma: number, hue: number): [number, number, number] {
  const angle = (hue * Math.PI) / 180
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)]
  const [l, m, s] = [
    (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3,
    (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3,
    (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3,
  ]
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}
