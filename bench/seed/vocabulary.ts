// What the generated people are made of, the frequent first: a choice by Zipf's law then looks like real data.

export const firstNames =
  'Aarav Priya Rahul Ananya Vikram Sneha Arjun Pooja Rohan Neha Amit Divya Karthik Kavya Sanjay Meera Suresh Lakshmi Deepak Shreya Manish Ritu Nikhil Swati Anil Isha Vivek Nandini Rajesh Aditi Ashok Bhavna Gaurav Chitra Harish Deepa Imran Farah Joseph Gauri Kiran Harini Lokesh Indira Mohan Jaya Naveen Kamala Om Leela Prakash Madhuri Qasim Nisha Ravi Padma Sameer Radhika Tarun Sarita Uday Tanvi Varun Uma Yash Vidya Zubair Yamini Abhishek Zoya Bharat Aishwarya Chetan Bindu Dinesh Charu Eshan Damini Farhan Ekta Girish Falguni Hemant Geeta Irfan Hema Jatin Ila Kunal Jyoti Lalit Komal Mahesh Lata Nitin Mitali Pankaj Nalini Rakesh Pallavi Sachin Rashmi Tushar Smita Utkarsh Trisha Vinod Urvashi Wasim Vandana Yogesh Alice Benjamin Carlos Elena Fatima George Hannah Ivan Julia Kenji Liam Maria Noah Olivia Pierre Sofia Thomas Yuki José Zoë Søren François'.split(
    ' ',
  )

export const lastNames =
  'Sharma Kumar Singh Patel Reddy Gupta Nair Iyer Rao Das Mehta Joshi Verma Khan Pillai Menon Bose Chatterjee Mukherjee Banerjee Desai Shah Kulkarni Deshpande Patil Naidu Krishnan Subramanian Raman Venkatesh Agarwal Bansal Mittal Jain Kapoor Malhotra Chopra Bhatia Arora Sethi Gill Sandhu Dhillon Thomas Mathew George Varghese Fernandes D’Souza Pereira Ghosh Sen Roy Dutta Saha Mishra Pandey Tiwari Dubey Shukla Yadav Chauhan Rathore Shekhawat Solanki Parmar Trivedi Bhatt Dave Pandya Hegde Shetty Kamath Pai Bhat Gowda Murthy Swamy Prasad Chowdary Ansari Siddiqui Qureshi Sheikh Mirza Hussain Ahmed Ali Thakur Negi Rawat Bisht Baruah Hazarika Saikia Gogoi Lama Gurung Tamang Smith Johnson Brown García Müller Rossi Silva Tanaka Kim Nguyen Okafor Cohen Novák Andersson O’Brien Dubois'.split(
    ' ',
  )

export const skills = [
  ...'JavaScript|Python|React|System design|Java|SQL|Machine learning|Node.js|Data structures|TypeScript|AWS|Product management|C++|Docker|Kubernetes|Data science|Interview preparation|Career growth|UX design|DevOps|Go|Android|iOS|Spring Boot|Angular|Django|PostgreSQL|Deep learning|Leadership|Public speaking'.split(
    '|',
  ),
  ...'Figma|Digital marketing|SEO|Excel|Power BI|Tableau|Statistics|C#|.NET|PHP|Laravel|Ruby on Rails|Vue.js|Next.js|GraphQL|REST APIs|Microservices|Terraform|Azure|Google Cloud|Linux|Networking|Cybersecurity|Ethical hacking|Blockchain|Solidity|Rust|Scala|Kotlin|Swift'.split(
    '|',
  ),
  ...'Flutter|React Native|Unity|Game design|Embedded C|VLSI|MATLAB|Robotics|Computer vision|NLP|Prompt engineering|Data engineering|Apache Spark|Kafka|Airflow|Hadoop|MongoDB|Redis|Elasticsearch|Testing|Selenium|Playwright|Agile|Scrum|Project management|Business analysis|Financial modelling|Accounting|Investing|Fundraising'.split(
    '|',
  ),
  ...'Start-ups|Sales|Negotiation|Copywriting|Content strategy|Branding|Graphic design|Illustration|Animation|Photography|Film editing|Music production|Architecture|Interior design|Civil engineering|Mechanical design|CAD|Biotechnology|Bioinformatics|Chemistry|Physics|Mathematics|UPSC|GATE|CAT|IELTS|Study abroad|Research writing|Law|R&D'.split(
    '|',
  ),
]

export const jobTitles =
  'Software Engineer|Senior Software Engineer|Data Scientist|Product Manager|Engineering Manager|Tech Lead|UX Designer|DevOps Engineer|Data Engineer|Machine Learning Engineer|Frontend Developer|Backend Developer|Full-stack Developer|Business Analyst|Marketing Manager|Consultant|Founder|Staff Engineer|Principal Engineer|Research Scientist|Professor|Chartered Accountant|Investment Banker|HR Manager|Sales Director|Content Strategist|Security Engineer|QA Lead|Solutions Architect|Director of Engineering'.split(
    '|',
  )

export const firms =
  'Infosys|Tata Consultancy Services|Wipro|Google|Amazon|Microsoft|Flipkart|Accenture|IBM|HCLTech|Cognizant|Capgemini|Deloitte|Zomato|Swiggy|Paytm|PhonePe|Razorpay|Freshworks|Zoho|Ola|Myntra|Meesho|CRED|Zerodha|Groww|Adobe|Oracle|SAP|Salesforce|Uber|Atlassian|Netflix|Meta|Apple|Intel|NVIDIA|Qualcomm|Samsung|Siemens|Bosch|Goldman Sachs|JPMorgan Chase|McKinsey|BCG|Bain|KPMG|EY|PwC|HDFC Bank|ICICI Bank|Reliance Jio|Airtel|Larsen & Toubro|Mahindra|Maruti Suzuki|ISRO|DRDO|IIT Bombay|IISc'.split(
    '|',
  )

export const cities =
  'Bengaluru|Mumbai|Delhi|Hyderabad|Chennai|Pune|Kolkata|Ahmedabad|Jaipur|Kochi|Gurugram|Noida|Indore|Chandigarh|Coimbatore|Lucknow|Bhopal|Nagpur|Thiruvananthapuram|Visakhapatnam|Guwahati|Bhubaneswar|Patna|Mysuru|Goa|London|Berlin|Singapore|Dubai|New York'.split(
    '|',
  )

export const languages =
  'English|Hindi|Tamil|Telugu|Kannada|Malayalam|Marathi|Bengali|Gujarati|Punjabi|Urdu|Odia|German|French|Spanish'.split(
    '|',
  )

/** Sentences of a bio; `{skill}`, `{firm}` and `{years}` are filled in. */
export const bioSentences = [
  'I have worked with {skill} for {years} years, most of them at {firm}.',
  'My mentees learn by building something small and real every week.',
  'Before that I taught {skill} to two batches of graduates.',
  'I review your work line by line and say plainly what to change.',
  'We begin with where you are, and plan the next three months together.',
  'I have sat on both sides of more than {years} hundred interviews.',
  'Ask me about {skill}, about changing fields, or about moving to another city for work.',
  'I like questions that begin with why.',
  'At {firm} I lead a team that uses {skill} every day.',
  'I answer in the evening, Indian time, and on most weekends.',
]
