"""Southern Cross cards.

`takings` says what a card could take now, `crosses` which crosses can be built, `alone` how much both promise to a
player without opponents. `judge` is what the search asks.
"""

from bot.players.southern_cards.judge import SouthernCardsJudge

judge = SouthernCardsJudge()
