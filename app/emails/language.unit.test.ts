import { expect, test } from 'vitest'
import { inLanguage } from '#text'
import { dayClosedEmail } from './day-closed'
import { officeTaskEmail } from './office-task'
import { subscriptionFeeAddedEmail } from './subscription-fee-added'

const school = { schoolName: 'Green School', schoolContact: [], schoolAddress: null }

const closed = {
  ...school,
  readerName: 'Ana',
  reason: 'Snow',
  rides: ['2026-11-24', '2026-12-01'].map((date) => ({
    name: 'Zoe',
    date,
    time: '16:00',
    type: 'Group Lesson',
    makeup: true,
  })),
  partly: false,
  ridesUrl: 'https://school.example/rides',
  until: () => '2026-12-31',
}

test('An email is in the language of whoever reads it, its dates too, whatever the language of the request', () => {
  const { subject, text, html } = dayClosedEmail({ ...closed, language: 'es' })
  expect(subject).toBe('Canceladas: sus clases del 24 nov 2026 al 1 dic 2026')
  expect(text).toContain('Hola, Ana:')
  expect(text).toContain('las de noviembre hasta el 31 dic 2026, las de diciembre hasta el 31 dic 2026')
  expect(html).toContain('<html lang="es">')
  const english = inLanguage('es', () => dayClosedEmail({ ...closed, language: null }))
  expect(english.subject).toBe('Canceled: your lessons from Nov 24, 2026 through Dec 1, 2026')
  expect(english.text).toContain('the ones in November by Dec 31, 2026, the ones in December by Dec 31, 2026')
  expect(english.html).toContain('<html lang="en">')
})

test('A subscription without a package is named in the reader’s language', () => {
  const change = {
    description: null,
    fee: 300,
    total: 10_300,
    from: '2026-12-01',
    subscriptionUrl: 'https://x.example',
  }
  const email = (language: string) => subscriptionFeeAddedEmail({ ...school, readerName: null, language, ...change })
  expect([email('en').text.includes('Add-ons Only'), email('es').text.includes('Solo complementos')]).toEqual([
    true,
    true,
  ])
})

test('The office reads English, though a family that reads Spanish caused the email', () => {
  const task = { ...school, title: 'To do', says: [], action: 'Show', taskUrl: 'https://school.example/office' }
  expect(inLanguage('es', () => officeTaskEmail(task))).toEqual(officeTaskEmail(task))
})
