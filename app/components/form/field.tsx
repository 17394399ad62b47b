import type { InputHTMLAttributes } from 'react'
import { t } from '#text'
import { classes } from '~/components/classes'
import { useNonce } from '~/components/nonce'
import { FieldFrame, type FieldProps, useField } from './field-frame'
// Show beside a password shows it as text, and Hide hides it again.
import watchPasswords from './show-password.inline.js?raw'

/**
 * A labeled input with its hint and errors. A password is never filled in again, and never cut off, because a password
 * manager stores what it pasted.
 */
export function Field({
  label,
  meta,
  name,
  id,
  hint,
  errors,
  hideLabel,
  type = 'text',
  className,
  ...rest
}: FieldProps & Omit<InputHTMLAttributes<HTMLInputElement>, 'name' | 'id'>) {
  const field = useField({ label, meta, name, id, hint, errors })
  const isPassword = type === 'password'
  const nonce = useNonce()
  const input = (
    <input
      key={meta?.key}
      type={type}
      defaultValue={'value' in rest || isPassword ? undefined : field.initial}
      {...field.constraints}
      {...(type === 'number' && field.range)}
      {...(isPassword && { maxLength: undefined })}
      {...field.control}
      className={classes('input', isPassword && 'pe-20', className)}
      {...rest}
    />
  )
  return (
    <FieldFrame field={field} label={label} hint={hint} hideLabel={hideLabel}>
      {isPassword ? (
        <div className="relative">
          {input}
          <button
            type="button"
            data-show={`${t('Show')}\n${t('Show what you typed')}`}
            data-hide={`${t('Hide')}\n${t('Hide what you typed')}`}
            aria-label={t('Show what you typed')}
            className="show-password"
          >
            {t('Show')}
          </button>
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a file of ours */}
          <script nonce={nonce} dangerouslySetInnerHTML={{ __html: watchPasswords }} />
        </div>
      ) : (
        input
      )}
    </FieldFrame>
  )
}
