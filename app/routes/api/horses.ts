import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { z } from 'zod'
import { addHorse, listHorses } from '~/models/horses/horse.server'
import { apiAnswer, methodNotAllowed, readJson } from '~/web/api.server'
import { requireApiAdmin } from '~/web/auth.server'

const bodySchema = z.object({ name: z.string({ error: 'Enter a name' }) })

/** GET /api/horses: the horses that can be assigned (specification, section 7). */
export const loader = ({ request }: LoaderFunctionArgs) =>
  apiAnswer(request, async () => {
    await requireApiAdmin(request)
    return listHorses()
  })

/** POST /api/horses {name}: answers with the horse of that name, which it adds where there is none. */
export const action = ({ request }: ActionFunctionArgs) =>
  apiAnswer(request, async () => {
    if (request.method !== 'POST') return methodNotAllowed('GET, POST')
    const viewer = await requireApiAdmin(request)
    const { name } = await readJson(request, bodySchema)
    return addHorse(viewer.id, name)
  })
