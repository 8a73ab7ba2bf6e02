import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { reopenQuestion, settleConversation } from '../chat-api.ts'
import { applyConversation } from '../realtime.ts'

/** The mentor says that the last message needs no answer. */
export function useSettle(menteeName: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: settleConversation,
    onSuccess: (conversation) => {
      applyConversation(client, 'mentor', conversation)
      toast.success('No answer needed', {
        description: `If ${menteeName} sees it differently and says so, the question waits for you again.`,
      })
    },
    onError: (error) => toast.error('It still waits for your answer', { description: error.message }),
  })
}

/** The mentee says that what the mentor wrote was no answer. */
export function useReopenQuestion(mentorName: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: reopenQuestion,
    onSuccess: (conversation) => {
      applyConversation(client, 'mentee', conversation)
      toast.success(`${mentorName} sees that you still wait`)
    },
    onError: (error) => toast.error(`${mentorName} was not told`, { description: error.message }),
  })
}
