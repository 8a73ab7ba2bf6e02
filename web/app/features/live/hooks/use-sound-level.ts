import { useEffect, useState } from 'react'

const readEveryMs = 100

/** How loud a microphone is, from 0 to 1. */
export function useSoundLevel(track: MediaStreamTrack | null): number {
  const [level, setLevel] = useState(0)
  useEffect(() => {
    if (!track || typeof AudioContext === 'undefined') return
    const context = new AudioContext()
    const analyser = context.createAnalyser()
    context.createMediaStreamSource(new MediaStream([track])).connect(analyser)
    const samples = new Float32Array(analyser.fftSize)
    const timer = setInterval(() => {
      analyser.getFloatTimeDomainData(samples)
      const mean = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length
      // Speech lies around a tenth of what is possible.
      setLevel(track.enabled ? Math.min(1, Math.sqrt(mean) * 6) : 0)
    }, readEveryMs)
    return () => {
      clearInterval(timer)
      void context.close()
    }
  }, [track])
  return track ? level : 0
}
