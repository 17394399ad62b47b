/** How well a rider rides, and for whom a lesson is; from the first lesson up. */
export const LEVELS = [
  { name: 'beginner', label: 'Beginner' },
  { name: 'novice', label: 'Novice' },
  { name: 'intermediate', label: 'Intermediate' },
  { name: 'advanced', label: 'Advanced' },
] as const
export type Level = (typeof LEVELS)[number]['name']

export const LEVEL_NAMES = LEVELS.map(({ name }) => name)

export const levelLabel = (level: Level): string => LEVELS.find(({ name }) => name === level)?.label ?? level

/** As a column holds it. */
export const levelOf = (text: string | null): Level | null => LEVEL_NAMES.find((name) => name === text) ?? null

/** What a lesson of one date says to be open for everybody, although the weekly one is for one level. */
export const ANY_LEVEL = 'any'

/** As rows keep it. */
export type LessonLevel = Level | typeof ANY_LEVEL

/** The choice of a form for a rider whose level the office has not said. */
export const NO_LEVEL_YET = 'none'

/** Whether a rider may ride in a lesson: one for any level takes everybody. */
export function levelFits(ofLesson: Level | null, ofRider: Level | null): 'fits' | 'level_missing' | 'level_mismatch' {
  if (ofLesson === null || ofLesson === ofRider) return 'fits'
  return ofRider === null ? 'level_missing' : 'level_mismatch'
}
