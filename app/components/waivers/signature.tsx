import { t } from '#text'
import { Island } from '~/components/island'
import { BOX, pathOf, readDrawing } from '~/models/waivers/drawing'

const LINE = 'fill-none stroke-current'
const VIEW = `0 0 ${BOX.width} ${BOX.height}`

/** A pad for drawing a signature, which needs scripts. The typed name is enough without it. */
export function SignaturePad({ name, drawing = '' }: { name: string; drawing?: string | undefined }) {
  return (
    <Island name="signature" props={{}}>
      <div className="with-scripts grid max-w-xl gap-1">
        <div className="flex min-h-11 items-center justify-between gap-2">
          <span className="font-semibold">{t('Draw your signature (optional)')}</span>
          <button type="button" className="btn btn-quiet btn-small" hidden>
            {t('Clear')}
          </button>
        </div>
        <svg
          viewBox={VIEW}
          role="img"
          aria-label={t('Draw your signature here')}
          className="aspect-[3/1] w-full touch-none cursor-crosshair rounded border-2 border-dashed border-line bg-surface"
        >
          <path d="M30 160H570" className="stroke-line" strokeWidth={2} />
          <path
            className={LINE}
            d={pathOf(readDrawing(drawing) ?? [])}
            strokeWidth={5}
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </svg>
        <input type="hidden" name={name} defaultValue={drawing} />
      </div>
    </Island>
  )
}

/** A drawn signature. */
export function DrawnSignature({ drawing, name }: { drawing: string; name: string }) {
  const strokes = readDrawing(drawing)
  if (!strokes) return null
  return (
    <svg viewBox={VIEW} role="img" aria-label={t('Signature of {name}', { name })} className="w-full max-w-xs">
      <path className={LINE} d={pathOf(strokes)} strokeWidth={5} strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  )
}
