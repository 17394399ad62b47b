import { t } from '#text'
import { formatDay, formatWeekday, type LocalDate } from '~/utils/dates'
import { formatTimeOfDay, type TimeOfDay } from '~/utils/time-of-day'
import { button, compose, type EmailContent, type Letter, paragraph, rows } from '../layout'

/** The office's answer about a makeup. */
export type MakeupAnswer =
  | { kind: 'booked'; date: LocalDate; time: TimeOfDay }
  | { kind: 'declined'; answer: string }
  | { kind: 'extended'; until: LocalDate }

interface MakeupAnswered extends Letter {
  rider: string
  type: string
  about: MakeupAnswer
  makeupUrl: string
}

const dayName = (date: LocalDate) => `${formatWeekday(date)}, ${formatDay(date)}`

function wordsOf(rider: string, type: string, about: MakeupAnswer) {
  if (about.kind === 'booked') {
    const day = dayName(about.date)
    return {
      subject: t('Makeup booked for {rider}: {day}', { rider, day }),
      heading: t('Your makeup is booked'),
      blocks: [
        paragraph(t('We booked the makeup you asked for, for {rider}:', { rider })),
        rows(
          { label: t('Lesson'), value: type },
          { label: t('Day'), value: day, strong: true },
          { label: t('Time'), value: formatTimeOfDay(about.time), strong: true },
        ),
        paragraph(t("If this doesn't work, open this ride and choose Can't come before the cutoff.")),
      ],
    }
  }
  if (about.kind === 'extended') {
    const day = dayName(about.until)
    return {
      subject: t("{rider}'s makeup is now good until {day}", { rider, day }),
      heading: t('Your makeup was extended'),
      blocks: [rows({ label: rider, value: type }, { label: t('Last day'), value: day, strong: true })],
    }
  }
  return {
    subject: t("About {rider}'s makeup", { rider }),
    heading: t("We haven't found a time yet"),
    blocks: [
      paragraph(t('You asked us for a makeup time for {rider} ({type}). The office says:', { rider, type })),
      paragraph(`“${about.answer}”`),
      paragraph(t('You still have the makeup: book it yourself, or ask again for other days.')),
    ],
  }
}

export function makeupAnsweredEmail({ rider, type, about, makeupUrl, ...letter }: MakeupAnswered): EmailContent {
  return compose(letter, () => {
    const { subject, heading, blocks } = wordsOf(rider, type, about)
    return { subject, heading, blocks: [...blocks, button(t('See the makeup'), makeupUrl)] }
  })
}
