import type { Prisma } from '~/generated/prisma/client'
import { EXAMPLE } from '~/models/vocabulary/catalog'
import { prisma } from '~/platform/db.server'

// Sample prices; the order is the one on screens.
const PACKAGES: Prisma.PackageCreateManyInput[] = [
  { name: 'Intro Package', description: '4 lesson times', lessonsPerMonth: 4, price: '180.00' },
  {
    name: 'Package 1 - Basic',
    description: '4 group lessons plus 1 makeup',
    lessonsPerMonth: 4,
    makeupLessons: 1,
    price: '220.00',
  },
  {
    name: 'Package 2 - Premium',
    description: '8 group lessons plus 2 makeups',
    lessonsPerMonth: 8,
    makeupLessons: 2,
    price: '400.00',
  },
  {
    name: 'Package 3 - Private',
    description: '4 private lessons plus 1 makeup',
    privateLessonsPerMonth: 4,
    makeupLessons: 1,
    price: '340.00',
  },
  {
    name: 'Package 4 - Premium Private',
    description: '8 private lessons plus 2 makeups',
    privateLessonsPerMonth: 8,
    makeupLessons: 2,
    price: '640.00',
  },
]

const monthlyToo = <T extends object>(rows: T[]) => rows.map((row) => ({ ...row, isRecurring: true }))

const ADD_ONS: Prisma.AddOnCreateManyInput[] = monthlyToo([
  { name: 'Extra Group Lesson', type: 'group_lesson', description: 'One more group lesson this month', price: '60.00' },
  // For a school that sells single lessons, which puts them on sale.
  { name: 'Group Lesson', type: 'group_lesson', description: 'A single group lesson', price: '60.00', active: false },
  {
    name: 'Extra Private Lesson',
    type: 'private_lesson',
    description: 'One more private lesson this month',
    price: '90.00',
  },
  {
    name: 'Private Lesson',
    type: 'private_lesson',
    description: 'A single private lesson',
    price: '90.00',
    active: false,
  },
  { name: 'Hack', type: 'hack', description: 'One-hour trail ride', price: '44.50' },
  {
    name: 'Horse Use Fee',
    type: 'horse_use',
    description: 'Ride a school horse outside of lessons',
    price: '35.00',
  },
  {
    name: 'After School',
    type: 'after_school',
    description: 'An afternoon at the stable',
    price: '120.00',
  },
  {
    name: 'Donate a Lesson',
    type: 'donation',
    description: 'Give a lesson to a local child',
    price: '55.00',
  },
  {
    name: 'Donate Lesson + Horsemanship',
    type: 'donation',
    description: 'A lesson and an hour of stable work',
    price: '85.00',
  },
  {
    name: 'Donate Full After School Experience',
    type: 'donation',
    description: 'A month of after school for one child',
    price: '240.00',
  },
])

const inOrder = <T extends object>(rows: T[]) => rows.map((row, i) => ({ ...row, sortOrder: (i + 1) * 10 }))

/** The ride types of a new school, each with the counter it uses and the places of its lessons, if they are limited. */
export const RIDE_TYPES: Prisma.RideTypeCreateManyInput[] = inOrder([
  { name: 'Group Lesson', color: '#2f6b46', counter: 'lessons', capacity: 6 },
  { name: 'Private Lesson', color: '#7b4a22', counter: 'private_lessons', capacity: 1 },
  { name: 'Hack', color: '#2f5d86', counter: 'hacks' },
  { name: 'Horse Use', color: '#8a5a00', counter: 'horse_use' },
  { name: 'Horsemanship', color: '#6a4a8c', counter: null },
  { name: 'Afterschool', color: '#8f3d5e', counter: null },
])

/** Marks rows as examples: the sample school's prices are an example to the office, and nothing to families. */
const asExamples = <T extends { name: string }>(rows: T[]) =>
  rows.map((row) => ({ ...row, name: `${EXAMPLE}${row.name}`, active: false }))

/** Adds packages, add-ons and ride types to a school without any; it never changes a school's own. A production school gets `examples`. */
export async function seedCatalog({ examples = false } = {}): Promise<void> {
  // Another process may start on the same empty database at the same moment.
  const skipDuplicates = true
  const rows = <T extends { name: string }>(all: T[]) => inOrder(examples ? asExamples(all) : all)
  if ((await prisma.package.count()) === 0) await prisma.package.createMany({ data: rows(PACKAGES), skipDuplicates })
  if ((await prisma.addOn.count()) === 0) await prisma.addOn.createMany({ data: rows(ADD_ONS), skipDuplicates })
  if ((await prisma.rideType.count()) === 0) await prisma.rideType.createMany({ data: RIDE_TYPES, skipDuplicates })
}
