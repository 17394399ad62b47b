import { t } from '#text'
import { Field } from '~/components/form/field'
import { type AnswerField, useAnswer } from '~/components/form/use-answer'
import type { ProfileValues as Values } from '~/models/people/accounts/profile'
import type { completionSchema, profileSchema } from '~/models/people/accounts/profile.schema'
import { versionOf } from '~/platform/version'

type ProfileSchema = typeof profileSchema | typeof completionSchema

/** A form of the profile, as it is or was sent. */
export const useProfileForm = (schema: ProfileSchema, values: Values) =>
  useAnswer(schema, { defaultValue: values, version: versionOf(values) })

/** Whether the account itself is a student, and not only the parent of some. */
export const doesRide = ({ riders }: { riders: readonly { isSelf: boolean }[] }): boolean =>
  riders.some(({ isSelf }) => isSelf)

/** The label of an account's name: a parent who does not ride is no student. */
export const nameLabel = (rides: boolean): string => (rides ? t('Student Name') : t('Your name'))

/** The four fields of a profile. */
export function ProfileFields({ field, rides = true }: { field: AnswerField<ProfileSchema>; rides?: boolean }) {
  return (
    <>
      <Field label={nameLabel(rides)} hint={t('First and last name')} autoComplete="name" {...field('studentName')} />
      <Field label={t('Email')} type="email" autoComplete="email" {...field('email')} />
      <Field label={t('Phone')} type="tel" autoComplete="tel" {...field('phone')} />
      <Field
        label={t('Parent or guardian (optional)')}
        hint={t('If the rider is under 18.')}
        autoComplete="off"
        {...field('parentName')}
      />
    </>
  )
}
