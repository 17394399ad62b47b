/** A rider's skill, and the level of a lesson; from beginner up. */
export const LEVELS = [
  { name: 'beginner', label: 'Beginner' },
  { name: 'novice', label: 'Novice' },
  { name: 'intermediate', label: 'Intermediate' },
  { name: 'advanced', label: 'Advanced' },
] as const
export type Level = (typeof LEVELS)[number]['name']

export const LEVEL_NAMES = LEVELS.map(({ name }) => name)

export const levelLabel = (level: Level): string => LEVELS.find(({ name }) => name === level)?.label ?? level

/** Parses a column's value. */
export const levelOf = (text: string | null): Level | null => LEVEL_NAMES.find((name) => name === text) ?? null

/** The level of a one-time lesson that is open for everyone, although the weekly one is for one level. */
export const ANY_LEVEL = 'any'

/** A lesson's level as rows store it. */
export type LessonLevel = Level | typeof ANY_LEVEL

/** The value of a form for a rider whose level is not set. */
export const NO_LEVEL_YET = 'none'

/** Whether a rider may ride in a lesson: one for any level accepts everyone. */
export function levelFits(ofLesson: Level | null, ofRider: Level | null): 'fits' | 'level_missing' | 'level_mismatch' {
  if (ofLesson === null || ofLesson === ofRider) return 'fits'
  return ofRider === null ? 'level_missing' : 'level_mismatch'
}
