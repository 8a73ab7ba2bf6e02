import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, ZoomIn } from 'lucide-react'
import { type RefObject, useId, useRef, useState } from 'react'
import Cropper from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'
import type { Square } from '../lib/image-file.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'

type ImageCropDialogProps = {
  /** Address of the chosen picture. */
  address: string
  isWorking: boolean
  onCrop: (square: Square) => void
  onClose: () => void
  /** The browser cannot show it. */
  onUnreadable: () => void
}

const moves = [
  { key: 'ArrowLeft', label: 'Move left', icon: ArrowLeft },
  { key: 'ArrowRight', label: 'Move right', icon: ArrowRight },
  { key: 'ArrowUp', label: 'Move up', icon: ArrowUp },
  { key: 'ArrowDown', label: 'Move down', icon: ArrowDown },
]

/** Chooses the square of a picture: by dragging, pinching or turning the wheel, or by buttons, arrow keys and slider. */
export function ImageCropDialog(props: ImageCropDialogProps) {
  const { address, isWorking, onCrop, onClose, onUnreadable } = props
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [square, setSquare] = useState<Square | null>(null)
  const hintId = useId()
  const frame = useRef<HTMLDivElement>(null)
  return (
    <Dialog isOpen onOpenChange={(isOpen) => isOpen || onClose()} title="Choose the part to show">
      <div ref={frame} className="relative h-72 short:h-40 overflow-hidden rounded-lg bg-sunken sm:h-96">
        <Cropper
          image={address}
          crop={crop}
          zoom={zoom}
          aspect={1}
          cropShape="round"
          showGrid={false}
          keyboardStep={16}
          disableAutomaticStylesInjection
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropAreaChange={(_, pixels) => setSquare(pixels)}
          onCropComplete={(_, pixels) => setSquare(pixels)}
          mediaProps={{ onError: onUnreadable, alt: '' }}
          cropperProps={{
            role: 'application',
            'aria-label': 'Part of the picture',
            'aria-roledescription': 'movable part',
            'aria-describedby': hintId,
          }}
        />
      </div>
      <p id={hintId} className="mt-3 text-sm text-ink-soft">
        Drag the picture, or move it with the arrow keys or these buttons.
      </p>
      <MoveButtons frame={frame} />
      <label className="mt-3 flex items-center gap-3 text-sm">
        <ZoomIn className="size-5 shrink-0" aria-hidden="true" />
        <span className="sr-only">Zoom</span>
        <input
          type="range"
          min={1}
          max={3}
          step={0.05}
          value={zoom}
          onChange={({ currentTarget }) => setZoom(Number(currentTarget.value))}
          className="h-6 w-full accent-positive"
        />
      </label>
      <div className="mt-5 flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button isLoading={isWorking} isWaiting={!square} onClick={() => square && onCrop(square)}>
          Use this picture
        </Button>
      </div>
    </Dialog>
  )
}

/** For those who cannot drag. */
function MoveButtons({ frame }: { frame: RefObject<HTMLElement | null> }) {
  // As the arrow keys do, which keep the picture within its frame.
  const move = (key: string) => {
    const cropper = frame.current?.querySelector('[role="application"]')
    cropper?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    cropper?.dispatchEvent(new KeyboardEvent('keyup', { key, bubbles: true }))
  }
  return (
    <fieldset className="mt-2 flex gap-2">
      <legend className="sr-only">Move the picture</legend>
      {moves.map(({ key, label, icon: Icon }) => (
        <Button key={key} variant="secondary" size="icon" aria-label={label} onClick={() => move(key)}>
          <Icon className="size-5" aria-hidden="true" />
        </Button>
      ))}
    </fieldset>
  )
}
