import { Volume2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { useSoundLevel } from '../hooks/use-sound-level.ts'

const bars = Array.from({ length: 14 }, (_, index) => index)

/** Moves while the microphone hears something. */
export function MicrophoneMeter({ track }: { track: MediaStreamTrack | null }) {
  const level = useSoundLevel(track)
  return (
    <div className="flex h-6 items-stretch gap-1">
      <meter className="sr-only" aria-label="Microphone level" min={0} max={1} value={level} />
      {bars.map((bar) => (
        <span
          key={bar}
          aria-hidden="true"
          className={cn('w-full max-w-3 rounded-sm', level * bars.length > bar ? 'bg-positive' : 'bg-line')}
        />
      ))}
    </div>
  )
}

const toneMs = 700

/** Plays two tones through the chosen speaker. */
async function playTone(speakerId: string | undefined): Promise<void> {
  const context = new AudioContext() as AudioContext & { setSinkId?: (id: string) => Promise<void> }
  if (speakerId) await context.setSinkId?.(speakerId).catch(() => {})
  const gain = context.createGain()
  gain.gain.value = 0.15
  gain.connect(context.destination)
  for (const [index, frequency] of [523, 659].entries()) {
    const tone = context.createOscillator()
    tone.frequency.value = frequency
    tone.connect(gain)
    tone.start(context.currentTime + (index * toneMs) / 2000)
    tone.stop(context.currentTime + ((index + 1) * toneMs) / 2000)
  }
  await new Promise((resolve) => setTimeout(resolve, toneMs + 100))
  await context.close()
}

export function SpeakerTest({ speakerId }: { speakerId: string | undefined }) {
  const [isPlaying, setIsPlaying] = useState(false)
  return (
    <Button
      variant="secondary"
      size="sm"
      disabled={isPlaying}
      onClick={() => {
        setIsPlaying(true)
        void playTone(speakerId)
          .catch(() => {})
          .finally(() => setIsPlaying(false))
      }}
    >
      <Volume2 className="size-4" aria-hidden="true" />
      {isPlaying ? 'Playing…' : 'Test the speaker'}
    </Button>
  )
}
