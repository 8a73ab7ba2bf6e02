import { ZoomIn } from 'lucide-react'
import { useId, useState } from 'react'
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

/** Chooses the square of a picture: by dragging, pinching or turning the wheel, or by arrow keys and slider. */
export function ImageCropDialog(props: ImageCropDialogProps) {
  const { address, isWorking, onCrop, onClose, onUnreadable } = props
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [square, setSquare] = useState<Square | null>(null)
  const hintId = useId()
  return (
    <Dialog isOpen onOpenChange={(isOpen) => isOpen || onClose()} title="Choose the part to show">
      <div className="relative h-72 overflow-hidden rounded-lg bg-sunken sm:h-96">
        <Cropper
          image={address}
          crop={crop}
          zoom={zoom}
          aspect={1}
          cropShape="round"
          showGrid={false}
          keyboardStep={8}
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
        Drag the picture, or move it with the arrow keys.
      </p>
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
