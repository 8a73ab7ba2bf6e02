import { describe, expect, it } from 'vitest'
import { texts } from './texts.ts'

const { landing, card, offer, priceBands, validation, menteeSignUp, mentorSignUp, login } = texts

describe('the fixed texts, to the letter', () => {
  it('of the landing page and the footer', () => {
    expect(landing.tagline).toBe('Learn a new skill, launch a project, land your dream career.')
    expect(landing.searchPlaceholder).toBe('Search Skills and Mentors')
    expect(landing.footer).toContain(
      'trusted source for finding highly-vetted mentors and industry professionals',
    )
    expect(landing.copyrightYear).toBe(2023)
  })

  it('of a mentor’s card and offer', () => {
    expect(texts.titleAtFirm('Engineer', 'Rangoli')).toBe('Engineer@ Rangoli')
    expect(texts.titleAtFirm('', '')).toBe('')
    expect(card.defaultShortBio).toMatch(/6\+ years of experience in tech, business and product/)
    expect(offer.map((line) => line.toLowerCase())).toEqual([
      '4 calls per month (60 min per call)',
      'unlimited q&a via chat',
      'responses in 24 hours or less',
      expect.stringMatching(/^flat fee/),
    ])
  })

  it('of the price filter, codes a to e', () => {
    expect(priceBands).toEqual({
      a: 'Any',
      b: 'Under ₹1000',
      c: '₹1000-₹2500',
      d: '₹2000-₹5000',
      e: 'Above ₹5000',
    })
  })

  it('of the sign-up and sign-in forms', () => {
    expect(validation).toMatchObject({
      emailInvalid: 'Invalid email',
      emailRequired: 'Email is required',
      phoneRequired: 'Mobile number is required',
      phoneInvalid: 'Please enter a valid 10-digit mobile number',
      confirmPasswordRequired: 'Confirm Password is required',
      passwordsMustMatch: 'Passwords must match',
    })
    expect(menteeSignUp).toEqual({
      successTitle: 'Your account has been successfully created.',
      networkError: 'Network Issue, Please try again later',
      otherError: 'Please try again later',
    })
    expect(mentorSignUp).toEqual({
      successTitle: 'Successfully Submitted your Application',
      successText: 'Please be patient..!!We will get back to after detail verification',
      otherError: 'Something went wrong..!! Please try Again.',
    })
    expect(login).toEqual({
      wrongCredentials: 'Please verify the entered Email and Password',
      tryLater: 'Please try again later',
    })
    expect(texts.google.success).toBe('Sucessfully Logged into google')
    expect(texts.passwordReset).toEqual({
      success: 'Password Changed Successfully..!! Please login again',
      failure: 'Error..!!!',
    })
  })

  it('of paying', () => {
    expect(texts.checkout).toEqual({
      failure: 'something went wrong',
      alreadySubscribed: 'You are already subscribed to this Mentor',
      unexpected: 'Somthing unexpected happend',
      thrown: 'Something went Wrong',
      paymentFailed: 'Payment Failed',
      paymentFailedDefault: 'An error occurred during the payment process.',
    })
  })

  it('of slots and bookings', () => {
    expect(texts.slots).toEqual({
      booked: 'Slot allocated Succssfully',
      bookingFailed: 'Slot allocation Failed',
      bookingRefused: 'Slot allotment Failed',
      deleted: 'Slot Deleted',
      cancelled: 'Booking cancelled',
      cancelFailed: 'Somethign wetn wrong',
    })
  })

  it('of profiles and skills', () => {
    expect(texts.profile).toEqual({
      menteeUpdated: 'Updation success',
      menteeFailed: 'Updation Failed',
      mentorUpdated: 'Profile Updated successfully',
      mentorFailed: 'Something went wrong ',
    })
    expect(texts.skills).toEqual({
      added: 'Skill Added',
      addFailed: 'Error',
      deleted: 'Skill Deleted succssfully',
      deleteFailed: 'Delettion Failed',
    })
  })

  it('of chat and notifications', () => {
    const { received, toast, ...chat } = texts.chat
    expect(chat).toEqual({
      sendFailed: 'Something went Wrong from the Send API',
      loadFailed: 'Something Went wrong',
      conversationsFailed: 'Somethng went wrong from conversation fetching api',
      openFailed: 'Some error',
      noConversationId: 'No conversation id',
    })
    expect(received('Asha')).toBe('You have reveived a message from Asha')
    expect(toast('Asha')).toBe('New message from Asha')
    expect(texts.notifications).toEqual({
      markFailed: 'Marking Notification as read Failed',
      empty: 'No new notifications',
      toast: 'New Notification',
      scheduleChanged: 'Schedule changed by mentor',
    })
  })

  it('of what else fails', () => {
    expect(texts.tickets).toEqual({ failed: 'Something went wrong', userBlocked: 'User Blocked' })
    expect(texts.moderator.menteesFailed).toBe('Error Fetching Mentees List')
    expect(texts.mentorHome.failed).toBe('Something went wrong...!!!')
    expect(texts.live.openFailed).toBe('Please refresh the page..!!')
    expect(texts.home.failed).toBe('Error Excecuting the Operation')
    expect(texts.storedLogin.deleteFailed).toBe('Something Went Wrong. Please Log out and Try again later')
    expect(texts.routing).toEqual({
      title: 'Something Went Wrong....!!! Please Go Back to HomePage',
      home: 'Home Page',
      splash: 'Loading...',
    })
  })
})
