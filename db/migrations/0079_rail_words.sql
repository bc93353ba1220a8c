-- The English of the rails as a product team would write it. Words that staff have changed since stay theirs.
UPDATE rail_text SET
  arrival = CASE arrival
    WHEN 'At once' THEN 'Instant'
    WHEN '1 to 2 working days' THEN '1 to 2 business days'
    WHEN 'About 1 to 5 minutes; contact customer service after 30 minutes' THEN 'About 1 to 5 minutes. Contact customer service after 30 minutes'
    ELSE arrival
  END,
  notes = CASE notes
    WHEN E'At least {min} yuan\nAbove {max} yuan at a time, please go through customer service'
      THEN E'Minimum {min} CNY per payment\nFor more than {max} CNY per payment, contact customer service'
    WHEN E'At least {min} yuan\nAbove {max} yuan at a time, please go through customer service\nThe bank confirms it with a code by text message'
      THEN E'Minimum {min} CNY per payment\nFor more than {max} CNY per payment, contact customer service\nYour bank confirms the payment with an SMS code'
    WHEN E'Only USDT on the TRC20 network; other networks or tokens cannot be credited\nAt least {min} USDT; the fee is {fee}\nThe address is valid for 1 hour; do not use it again'
      THEN E'Send only USDT on the TRC20 network. Other networks and tokens can’t be credited\nMinimum {min} USDT, fee {fee}\nThe address is valid for 1 hour. Don’t reuse it'
    WHEN 'Business accounts only, at least {min} dollars' THEN 'Business accounts only, minimum {min} USD'
    ELSE notes
  END
WHERE lang = 'en';

UPDATE card_range SET desc_en = '<p>Hong Kong Visa for Asian merchants. ZIP code isn’t checked.</p>'
WHERE desc_en = '<p>Hong Kong Visa for Asian merchants; the zip code is not checked.</p>';
