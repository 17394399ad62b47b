interface Schemas {
  components?: { schemas?: Record<string, unknown> }
}

/** Returns an OpenAPI document with the references replaced by their schemas. No schema of ours contains itself. */
export function inlined<Document extends Schemas>(document: Document): Document {
  const inline = (part: unknown): unknown =>
    JSON.parse(JSON.stringify(part), (_, value) => {
      const name = /^#\/components\/schemas\/(\w+)$/.exec(value?.$ref)?.[1]
      return name ? inline(document.components?.schemas?.[name]) : value
    })
  return inline(document) as Document
}
