import type { MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { apiDocument, table } from '~/api'
import type { Call } from '~/api/table/call'
import { inlined } from '~/api/table/inlined'
import { Badge } from '~/components/ui/badge'
import { Card } from '~/components/ui/card'
import { PageHeader } from '~/components/ui/page-header'
import { requireDemo } from '~/web/demo.server'
import { type Shape, typeText } from './type-text'

export const meta: MetaFunction = () => [{ title: 'The API' }]

const CALLERS = { anyone: 'Anyone', viewer: 'Signed in', admin: 'Office', instructor: 'Instructor' } as const

/** The same document that programs read, for people. */
export function loader() {
  requireDemo()
  const { info, paths = {} } = inlined(apiDocument())
  const described = (call: Call) => {
    const { parameters, requestBody, responses } = paths[`/api${call.path}`]![call.method] as Described
    const [status = '', answer] = Object.entries(responses)[0] ?? []
    return {
      method: call.method.toUpperCase(),
      path: `/api${call.path}`,
      summary: call.summary,
      caller: CALLERS[call.for],
      query: (parameters ?? []).filter((one) => one.in === 'query').map((one) => textOfParameter(one)),
      body: textOf(requestBody),
      answer: textOf(answer),
      status,
    }
  }
  return {
    about: info.description,
    subjects: Object.entries(table).map(([name, calls]) => ({ name, calls: calls.map(described) })),
  }
}

interface Content {
  content?: Record<string, { schema: Shape }>
}
interface Parameter {
  name: string
  in: string
  required: boolean
  schema: Shape
}
interface Described {
  parameters?: Parameter[]
  requestBody?: Content
  responses: Record<string, Content>
}

const textOfParameter = ({ name, required, schema }: Parameter) => `${name}${required ? '' : '?'}: ${typeText(schema)}`

function textOf(content: Content | undefined): string | null {
  const [type, given] = Object.entries(content?.content ?? {})[0] ?? []
  if (!given) return null
  return type === 'application/json' ? typeText(given.schema) : (type ?? null)
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>
type Shown = Loaded['subjects'][number]['calls'][number]

export default function ApiDocs() {
  const { about, subjects } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader title="The API">
        <p>{about}</p>
        <p>
          For programs:{' '}
          <a className="link" href="/api/openapi.json">
            openapi.json
          </a>
        </p>
      </PageHeader>
      <div className="grid gap-6">
        {subjects.map(({ name, calls }) => (
          <Card key={name} title={name}>
            <ul className="-my-2 divide-y divide-line">
              {calls.map((call) => (
                <li key={`${call.method} ${call.path}`}>
                  <OneCall {...call} />
                </li>
              ))}
            </ul>
          </Card>
        ))}
      </div>
    </>
  )
}

function OneCall({ method, path, summary, caller, query, body, answer, status }: Shown) {
  return (
    <details className="py-3">
      <summary className="cursor-pointer">
        <span className="inline-grid max-w-[calc(100%-1.5rem)] gap-1 align-top">
          <span className="font-semibold wrap-anywhere">
            {method} {path}
          </span>
          <span className="text-sm text-muted">{summary}</span>
          <span>
            <Badge tone={caller === 'Office' ? 'info' : 'neutral'}>{caller}</Badge>
          </span>
        </span>
      </summary>
      <Part title="Query" text={query.join('\n')} />
      <Part title="Body" text={body} />
      <Part title={`Answer ${status}`} text={answer} />
    </details>
  )
}

function Part({ title, text }: { title: string; text: string | null }) {
  if (!text) return null
  return (
    <>
      <h3 className="mt-3 text-sm">{title}</h3>
      <pre className="mt-1 rounded bg-sunk p-3 text-sm wrap-anywhere whitespace-pre-wrap">{text}</pre>
    </>
  )
}
