import { z } from 'zod'

/** `?upcoming=true|false` of the calls for rides; rides to come where it is not given. */
export const upcomingField = z.enum(['true', 'false'], { error: 'upcoming must be true or false' }).default('true')
