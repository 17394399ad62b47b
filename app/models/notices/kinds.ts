interface Kind {
  name: string
  /** The explanation beside the choice. */
  hint: string
  /** False for what is about money or safety: every family gets it. */
  isChoice: boolean
  /** Whether it is also sent to accounts that may not sign in, because they still pay. */
  toBlocked?: true
  /** Whether it is also sent about riders whom the office removed: their rides stand until it takes them off. */
  ofRemoved?: true
  /** Whether it is only for instructors. */
  toInstructors?: true
  /** Whether a family that wants texts also gets it as one, until it chooses otherwise. */
  byText?: true
}

/** Every automatic notice to families and instructors, besides receipts and links that someone waits for. */
export const NOTICE_KINDS = {
  'ride-reminder': {
    name: 'Ride reminders',
    hint: 'The day before each ride, with the time, horse, and instructor.',
    isChoice: true,
    ofRemoved: true,
  },
  'ride-changed': {
    name: 'Changes to your rides',
    hint: 'A lesson was moved, canceled, or restored.',
    isChoice: false,
    ofRemoved: true,
    byText: true,
  },
  'day-closed': {
    name: 'School closings',
    hint: 'Lessons are canceled, or back on.',
    isChoice: false,
    ofRemoved: true,
    byText: true,
  },
  'place-offered': {
    name: 'Open spots',
    hint: 'A spot opened up for you, or the lesson is off the schedule.',
    // A family on a waitlist asked for it, and silence would cost its place.
    isChoice: false,
    byText: true,
  },
  'teaching-changed': {
    name: 'Changes to your lessons',
    hint: 'A lesson you teach was moved, canceled, or restored, or a rider can’t come.',
    isChoice: true,
    toInstructors: true,
  },
  'makeup-expiring': { name: 'Makeups about to expire', hint: 'A week before the last day.', isChoice: true },
  'makeup-answered': {
    name: 'Makeup replies',
    hint: 'The office booked or declined what you asked for, or extended a makeup.',
    isChoice: false,
  },
  'season-asked': {
    name: 'Next season',
    hint: 'Which times work for you when the schedule changes.',
    isChoice: false,
  },
  'card-expiring': {
    name: 'Cards about to expire',
    hint: 'A month before your subscription card expires.',
    isChoice: true,
  },
  'payment-failed': {
    name: 'Payments that failed',
    hint: 'So you can pay another way.',
    isChoice: false,
    toBlocked: true,
  },
} as const satisfies Record<string, Kind>

export type NoticeKind = keyof typeof NOTICE_KINDS

export const kindOf = (kind: NoticeKind): Kind => NOTICE_KINDS[kind]

/** The kinds that families get. */
export const FAMILY_KINDS = (Object.keys(NOTICE_KINDS) as NoticeKind[]).filter((kind) => !kindOf(kind).toInstructors)

/** The kinds that a family may turn off. */
export const CHOSEN_KINDS = FAMILY_KINDS.filter((kind) => NOTICE_KINDS[kind].isChoice)

/** The kinds that come as texts unless a family with texts chooses otherwise. */
export const CHOSEN_BY_TEXT: readonly string[] = Object.entries(NOTICE_KINDS).flatMap(
  ([kind, { byText }]: [string, Kind]) => (byText ? [kind] : []),
)

export const KINDS_TO_BLOCKED: readonly string[] = Object.entries(NOTICE_KINDS).flatMap(
  ([kind, { toBlocked }]: [string, Kind]) => (toBlocked ? [kind] : []),
)

export const isNoticeKind = (text: string): text is NoticeKind => Object.hasOwn(NOTICE_KINDS, text)
