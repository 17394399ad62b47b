import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { optionalText, requiredText } from '~/utils/fields'
import { constraintsOf } from './constraints'
import { Field } from './field'
import { SelectField } from './select-field'

const count = z.coerce.number().int().min(0).max(99)

const schema = z
  .object({
    name: requiredText('Enter a name'),
    note: optionalText(300),
    password: z.string().min(6).max(200),
    email: z.string().max(254).pipe(z.email()),
    spaced: z
      .string()
      .transform((text) => text.trim())
      .pipe(z.string().max(40)),
    count,
    any: z.coerce.number().int().optional(),
    places: z.union([z.literal(''), count]).optional(),
    rider: z.string().min(1),
    agree: z.literal('on'),
    tick: z.literal('on').optional(),
    kept: z.string().default(''),
  })
  .refine(({ note, tick }) => note || tick, { path: ['note'] })

const given = constraintsOf(schema)

/** Renders the input of a field. */
const shown = (name: keyof typeof given & string, props: { type?: string } = {}) =>
  renderToStaticMarkup(createElement(Field, { label: name, meta: { id: name, name, ...given[name] }, ...props }))

describe('what a form’s fields inherit from its schema', () => {
  test('A field that the schema requires is required, whatever depends on other fields', () => {
    const required = Object.keys(given).filter((name) => given[name]?.required)
    expect(required).toEqual(['name', 'password', 'email', 'spaced', 'count', 'rider', 'agree'])
  })

  test('Text has its schema’s maximum length, with or without transforms, and a number its range', () => {
    expect(given).toMatchObject({
      name: { maxLength: 200 },
      note: { maxLength: 300 },
      password: { minLength: 6, maxLength: 200 },
      email: { maxLength: 254 },
      spaced: { maxLength: 40 },
      count: { min: 0, max: 99 },
    })
    expect([given.rider, given.any, given.places]).toEqual([
      { required: true },
      { required: false },
      { required: false },
    ])
  })

  test('An input has them: text its length, a number its range, a password no maximum', () => {
    expect(shown('name')).toContain('required="" maxLength="200"')
    expect(shown('note')).toContain('maxLength="300"')
    expect(shown('note')).not.toContain('required')
    expect(shown('count', { type: 'number' })).toContain('required="" min="0" max="99"')
    expect(shown('count')).not.toContain('max=')
    expect(shown('password', { type: 'password' })).toContain('required="" minLength="6"')
    expect(shown('password', { type: 'password' })).not.toContain('maxLength')
  })

  test('A select is required only if it has an empty option', () => {
    const meta = { id: 'rider', name: 'rider', ...given.rider }
    const select = (...values: string[]) =>
      renderToStaticMarkup(
        createElement(SelectField, { label: 'Rider', meta, options: values.map((value) => ({ value, label: value })) }),
      )
    expect(select('', 'a')).toContain('required')
    expect(select('a', 'b')).not.toContain('required')
  })
})
