import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { useMediaState } from '../hooks/use-local-media.ts'
import type { LocalMedia } from '../local-media.ts'

/** Which camera, microphone and speaker; remembered for the next session. */
export function DevicePickers({ media }: { media: LocalMedia }) {
  const { devices, choice, camera, audio } = useMediaState(media)
  const pickers = [
    {
      label: 'Camera',
      list: devices.cameras,
      value: camera?.getSettings().deviceId ?? choice.cameraId,
      choose: (cameraId: string) => media.choose({ cameraId }),
    },
    {
      label: 'Microphone',
      list: devices.microphones,
      value: audio?.getSettings().deviceId ?? choice.microphoneId,
      choose: (microphoneId: string) => media.choose({ microphoneId }),
    },
    {
      label: 'Speaker',
      list: devices.speakers,
      value: choice.speakerId,
      choose: (speakerId: string) => media.choose({ speakerId }),
    },
  ]
  return (
    <div className="grid gap-4">
      {pickers.map(({ label, list, value, choose }) => (
        <Field key={label} label={label}>
          {(control) => (
            <Select
              {...control}
              disabled={list.length === 0}
              value={list.some(({ id }) => id === value) ? value : (list[0]?.id ?? '')}
              onChange={(event) => void choose(event.target.value)}
              options={
                list.length > 0
                  ? list.map(({ id, label: text }) => ({ value: id, label: text }))
                  : [{ value: '', label: label === 'Speaker' ? 'Same as this device' : 'None found' }]
              }
            />
          )}
        </Field>
      ))}
    </div>
  )
}
